uniform vec3 colour;
in vec3 place;
in vec3 facing;
out vec4 result;

void main()
{
    vec3 n = normalize(facing);
    float sun = max(dot(n, light), 0.0) * (1.0 - cloud_shade(place) * 0.8);
    vec3 sky_light = ambient * (0.55 + 0.45 * n.y) * 1.35;
    vec3 from_ground = bounce * (0.35 + 0.65 * (1.0 - n.y));
    float sky = sky_in(place, place.y - surface_at(place.xz).x, vec3(0.0, 1.0, 0.0), vec3(0.0, -1.0, 0.0));
    vec3 shaded = colour * ((light_colour * sun + sky_light + from_ground) * sky + lamp_light(place, n) * (1.0 - 0.8 * sky)) / PI;
    result = kept(mix(shaded, through_air(shaded, place), sky));
}
