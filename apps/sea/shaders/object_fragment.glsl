// What stands on an island or floats before it, lit as the ground is. Near and far forms go over to each other pixel by
// pixel, as on land; crowns have leaves for an outline.
in vec3 place;
in vec3 facing;
in vec3 own;
in vec3 on_it;
in vec2 taken;
in float leafy;
in float lit;
in float thin; // lets light through: sails
flat in vec3 parts;
uniform float pixel; // how wide one is, radians
out vec4 result;

void main()
{
    float order = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))) + parts.z * 7.0);
    vec3 way = vec3(0.0, eye, 0.0) - place;
    float d = length(way);
    vec3 to_eye = way / max(d, 0.01), n = normalize(facing);
    n = thin > 0.5 && dot(n, to_eye) < 0.0 ? -n : n;
    vec3 side = abs(n);
    vec2 on_side = side.y > max(side.x, side.z) ? on_it.xz : side.x > side.z ? on_it.zy : on_it.xy;
    vec4 leaves = textureLod(noise_map, on_side / 3.0, log2(max(d * pixel * 85.0, 1.0)));
    float aside = abs(dot(n, to_eye));
    if (order < parts.x || order >= parts.y || leafy * (leaves.y + 0.33 * (1.0 - aside) * (1.0 - aside)) > 0.7)
    {
        discard;
    }
    n = normalize(n + leafy * (leaves.zwx - 0.5) * 1.4);
    float faces = dot(n, light);
    float sun = mix(max(faces, 0.0), clamp(faces * 0.75 + 0.25, 0.0, 1.0), leafy);
    sun = mix(sun, max(faces, 0.0) + 0.55 * max(-faces, 0.0), thin);
    sun *= lit * (1.0 - cloud_shade(place) * 0.8) * (1.0 - taken.x);
    vec3 sky_light = ambient * (0.55 + 0.45 * n.y) * 1.2 * (1.0 - taken.y);
    vec3 from_ground = bounce * (0.4 + 0.6 * (1.0 - n.y));
    vec3 colour = own * mix(0.9 + 0.2 * leaves.x, 0.5 + 1.0 * leaves.x, leafy);
    colour = mix(colour, vec3(0.82), snow_stays(snow_cover, 0.5 - 0.5 * n.y) * 0.8);
    vec3 shaded = colour * (light_colour * sun + sky_light + from_ground) / PI;
    result = kept(place.y < -0.2 ? shaded : through_air(shaded, place));
}
