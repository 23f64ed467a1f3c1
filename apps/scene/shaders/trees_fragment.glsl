// What stands on the land, lit as the ground is; leaves let some light through.
in vec3 place;
in vec3 facing;
in vec3 own;
uniform sampler2DArray light_map; // light that is seen past the hills, openness
out vec4 result;

void main()
{
    float l = level_at(place.xz);
    vec4 w = level_window[int(l)];
    vec2 on_map = (level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w;
    vec2 lit = textureLod(light_map, vec3(on_map, l), 0.0).xy;
    vec3 n = normalize(facing);
    float sun = clamp(dot(n, light) * 0.75 + 0.25, 0.0, 1.0) * lit.x * (1.0 - cloud_shade(place) * 0.8);
    vec3 sky_light = ambient * (0.55 + 0.45 * n.y) * lit.y * 1.2;
    vec3 from_ground = bounce * (0.3 + 0.5 * (1.0 - n.y)) * lit.y;
    vec3 colour = mix(own, vec3(0.82), snow_stays(snow_cover, 0.5 - 0.5 * n.y) * 0.8);
    vec3 shaded = colour * (light_colour * sun + sky_light + from_ground) / PI;
    shaded += colour * lamp_light(place, n) * (1.0 - 0.8 * step(0.001, light.y)) / PI;
    result = kept(through_air(shaded, place));
}
