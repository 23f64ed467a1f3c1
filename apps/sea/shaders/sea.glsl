// What the sea's shaders share: soundings around the viewer, and the light that comes through water.
uniform sampler2D sounding_near; // heights of the ground, see sounding_fragment
uniform sampler2D sounding_wide;
uniform vec4 sounding_at;    // low corners to the viewer's whole metre: of the near map (x, z), of the wide one
uniform vec3 sounding_scale; // 1 / side in m of each; m that they tell of, up and down

// The height that a map has at a place, 0 .. 1 of its side. Texels have it in two bytes, which only may be mixed when they
// are one number again.
float sounded(sampler2D map, vec2 uv)
{
    float side = float(textureSize(map, 0).x);
    vec2 at = clamp(uv * side - 0.5, vec2(0.0), vec2(side - 1.001)), i = floor(at), f = at - i;
    vec4 code;
    for (int k = 0; k < 4; k++)
    {
        vec2 bytes = texelFetch(map, ivec2(i) + ivec2(k & 1, k >> 1), 0).xy;
        code[k] = (bytes.x * 255.0 + bytes.y) / 256.0 * 2.0 - 1.0;
    }
    code = code * abs(code);
    return mix(mix(code.x, code.y, f.x), mix(code.z, code.w, f.x), f.y) * sounding_scale.z;
}

// The ground below or above the sea, m; the second is whether it is known, 0 .. 1.
vec2 sounding(vec2 at)
{
    vec2 p = at + viewer_part;
    vec2 uv = (p - sounding_at.xy) * sounding_scale.x, wide = (p - sounding_at.zw) * sounding_scale.y;
    vec2 edge = abs(uv - 0.5), far = abs(wide - 0.5);
    float is_near = 1.0 - smoothstep(0.42, 0.48, max(edge.x, edge.y));
    float is_known = 1.0 - smoothstep(0.42, 0.48, max(far.x, far.y));
    if (is_known <= 0.0)
    {
        return vec2(-sounding_scale.z, 0.0);
    }
    float ground = is_near < 1.0 ? sounded(sounding_wide, wide) : 0.0;
    ground = is_near > 0.0 ? mix(ground, sounded(sounding_near, uv), is_near) : ground;
    return vec2(ground, is_known);
}

// Light of the sun that waves gather on the bed, about 1: bright lines where it is shallow.
float caustics(vec3 place)
{
    float t = clock.x;
    vec2 p = place.xz + viewer_near;
    float a = texture(noise_map, p / 16.0 + vec2(t * 0.010, t * 0.007)).x;
    float b = texture(noise_map, p.yx / 16.0 - vec2(t * 0.008, -t * 0.011)).y;
    float c = texture(noise_map, p / 8.0 + vec2(-t * 0.016, t * 0.013)).z;
    float line = 1.0 - abs(a - b) * 5.0 - abs(c - 0.5) * 0.8;
    float near_top = exp(place.y * 0.16) * smoothstep(0.0, -0.5, place.y);
    return 1.0 + (pow(max(line, 0.0), 3.0) * 2.6 - 0.42) * near_top;
}
