// For each texel of a level: how much of the light it sees past the hills around, how much of the sky, and how
// much it faces the light.
// Looks along rays in growing steps, in coarser levels the farther it is.
in vec2 at;
uniform sampler2DArray surface;
uniform sampler2DArray shape_map;
uniform float own;    // the level
uniform float levels;
uniform float steps;
out vec4 result;

float ground_at(vec2 place, float level)
{
    float side = level_window[0].w;
    for (float l = min(level, levels - 1.0); l < levels; l += 1.0)
    {
        vec2 texel = floor((place - level_window[int(l)].xy) / level_window[int(l)].z + 0.5);
        if (texel.x >= 0.0 && texel.y >= 0.0 && texel.x < side && texel.y < side)
        {
            ivec2 t = ivec2(mod(level_wrap[int(l)].xy + texel, side));
            vec2 s = texelFetch(surface, ivec3(t, int(l)), 0).xy;
            return max(s.x, s.y);
        }
    }
    return -100000.0;
}

float march(vec2 from, float h, float step_m)
{
    float seen = 1.0, t = step_m * 1.5;
    vec2 dir = light_flat;
    float rise = light.y / max(length(light.xz), 0.001);
    for (float i = 0.0; i < steps; i += 1.0)
    {
        float level = own + max(floor(log2(t / (step_m * 6.0))), 0.0);
        float over = h + t * rise - ground_at(from + dir * t, level);
        seen = min(seen, clamp(0.5 + over / (t * 0.03 + step_m * 0.25), 0.0, 1.0));
        t *= 1.0 + 9.0 / steps;
    }
    return seen;
}

float openness(vec2 from, float h, float step_m)
{
    float sum = 0.0;
    for (float i = 0.0; i < 8.0; i += 1.0)
    {
        float turn = i * PI / 4.0 + 0.3, most = 0.0, t = step_m * 2.0;
        for (float k = 0.0; k < 5.0; k += 1.0)
        {
            vec2 dir = vec2(cos(turn), sin(turn));
            most = max(most, (ground_at(from + dir * t, own + k * 0.8) - h) / t);
            t *= 2.2;
        }
        sum += 1.0 - most / sqrt(1.0 + most * most);
    }
    return sum / 8.0;
}

void main()
{
    float side = level_window[0].w;
    int l = int(own);
    vec2 texel = mod(floor(gl_FragCoord.xy) - level_wrap[l].xy, side);
    vec2 place = level_window[l].xy + texel * level_window[l].z;
    float step_m = level_window[l].z;
    vec2 s = texelFetch(surface, ivec3(ivec2(gl_FragCoord.xy), l), 0).xy;
    float h = s.x + 0.1 * step_m;
    vec2 tilt = texelFetch(shape_map, ivec3(ivec2(gl_FragCoord.xy), l), 0).xy;
    vec3 n = vec3(tilt.x, sqrt(max(1.0 - dot(tilt, tilt), 0.01)), tilt.y);
    result = vec4(light.y > -0.1 ? march(place, h, step_m) : 0.0, openness(place, h, step_m), max(dot(n, light), 0.0), 1.0);
}
