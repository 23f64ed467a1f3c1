// The ground as slow machines draw it: colours and light come from maps, and one material gives them grain.
in vec3 place;
flat in float level_of;
in float leads;
in float shade;
in vec3 passes, adds;
uniform sampler2DArray painted;   // see paint_fragment
uniform sampler2DArray light_map; // light that is seen, openness, how much the ground faces the light
uniform sampler2DArray colours;
uniform float levels;
uniform float pixel; // how wide one is, radians
out vec4 result;

vec3 map_at(float l)
{
    vec4 w = level_window[int(l)];
    return vec3((level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w, l);
}

// How bright a material is here, around 1. Its grain grows with the distance, so that there is some everywhere.
// at: in the map of the level that counts most.
float grain(vec3 at, vec2 near, float d)
{
    float side = level_window[0].w, texel = level_window[int(at.z)].z;
    vec4 stray = textureLod(noise_map, near / (32.0 * texel), 3.0) - 0.5;
    vec2 cell = mod(floor(at.xy * side + stray.xy * 7.0), side);
    float code = floor(texelFetch(painted, ivec3(ivec2(cell), int(at.z)), 0).w * 255.0 + 0.5);
    float turned = floor(code / 16.0), layer = code - turned * 16.0;
    vec2 p = turned < 0.5 ? near : turned < 1.5 ? vec2(near.y, place.y) : vec2(near.x, place.y);
    p += stray.zw * 4.5 * texel; // bent, so that nothing comes again
    float octave = max(log2(d / 24.0) * 0.5, layer == 12.0 ? 2.0 : 0.0), k = floor(octave);
    float tile = 4.0 * exp2(2.0 * k), lod = log2(d * pixel * 256.0 / tile);
    float fine = textureLod(colours, vec3(p / tile, layer), lod).w;
    float coarse = textureLod(colours, vec3(p / tile * 0.25 + 0.37, layer), lod - 2.0).w;
    return 0.42 + 1.25 * mix(fine, coarse, 0.35 + 0.6 * (octave - k));
}

void main()
{
    if (is_inside_body(place.xz))
    {
        discard;
    }
    vec3 own = map_at(level_of), other = map_at(min(level_of + 1.0, levels - 1.0));
    vec3 colour = mix(textureLod(painted, own, 0.0).rgb, textureLod(painted, other, 0.0).rgb, leads);
    vec3 lit = mix(textureLod(light_map, own, 0.0).xyz, textureLod(light_map, other, 0.0).xyz, leads);
    float d = length(place - vec3(0.0, eye, 0.0));
    colour *= colour * grain(leads < 0.5 ? own : other, place.xz + viewer_near, d);
    vec2 trees = tree_shade(place.xz);
    float seen = lit.x * lit.z * (1.0 - shade * 0.8) * (1.0 - trees.x);
    float open = mix(lit.y, lit.y * lit.y, 0.6) * (1.0 - trees.y);
    vec3 shaded = colour * (light_colour * seen + ambient * open * 1.3 + bounce * 0.42 * lit.y) / PI;
    shaded += colour * lamp_light(place, vec3(0.0, 1.0, 0.0)) * (1.0 - 0.8 * step(0.001, light.y)) / PI;
    float flat_angle = 1.0 - clamp((eye - place.y) / d, 0.0, 1.0);
    shaded += ambient / PI * flat_angle * flat_angle * flat_angle * clock.w * 0.13 * open; // rain shines
    result = kept(shaded * passes + adds);
}
