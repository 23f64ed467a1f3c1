// The height of the ground for the water: fine near the sea's level, coarse far above and below it.
in vec3 place;
in vec2 on_map;
uniform vec3 sounding_scale;
uniform vec4 own_isle; // a square that another draws: low and high corner to the viewer
out vec4 result;

void main()
{
    if (min(place.x - own_isle.x, place.z - own_isle.y) > 0.0 && max(place.x - own_isle.z, place.z - own_isle.w) < 0.0)
    {
        discard;
    }
    float share = clamp(place.y / sounding_scale.z, -1.0, 1.0);
    float code = min((0.5 + 0.5 * sign(share) * sqrt(abs(share))) * 256.0, 255.996);
    result = vec4(floor(code) / 255.0, fract(code), 0.0, 1.0);
}
