// Rain and snow before the picture.
in vec2 at;
uniform sampler2D picture;
uniform float exposure;
uniform vec2 size;
uniform vec4 falls; // rain, snow; seconds; how bright drops are
uniform vec2 turned; // azimuth and elevation of the view, radians
out vec4 result;

float chance(vec2 p)
{
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float drops(vec2 p)
{
    float sum = 0.0;
    for (float i = 1.0; i < 5.0 && falls.x > 0.0; i += 1.0)
    {
        vec2 q = p * vec2(26.0, 1.7) * (0.6 + 0.45 * i) + vec2(p.y * 1.5 + i * 7.3, falls.z * (5.0 + i));
        vec2 cell = floor(q), f = fract(q);
        float there = step(0.55, chance(cell + i * 13.0));
        float x = f.x - 0.2 - 0.6 * chance(cell + 3.1);
        sum += there * smoothstep(0.07, 0.0, abs(x)) * smoothstep(0.0, 0.3, f.y) * smoothstep(1.0, 0.6, f.y) * (0.6 / i);
    }
    return sum;
}

float flakes(vec2 p)
{
    float sum = 0.0;
    for (float i = 1.0; i < 7.0 && falls.y > 0.0; i += 1.0)
    {
        vec2 q = p * (3.0 + 3.4 * i) + vec2(sin(falls.z * 0.7 + i) * 0.6 + i * 3.7, falls.z * (0.9 + 0.3 * i));
        vec2 cell = floor(q), f = fract(q);
        vec2 c = 0.25 + 0.5 * vec2(chance(cell + i), chance(cell + i + 9.0));
        float there = step(0.45, chance(cell - i * 5.0));
        float r = 0.035 + 0.09 * chance(cell + i * 2.0);
        sum += there * smoothstep(r, r * 0.3, length(f - c)) * (0.95 - 0.08 * i);
    }
    return min(sum, 1.0);
}

void main()
{
    vec4 dry = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    vec2 p = vec2(at.x * size.x / size.y, at.y) + vec2(turned.x * 1.5, turned.y);
    vec3 c = dry.rgb * dry.rgb;
    vec3 drop = shown(vec3(falls.w * exposure)), flake = shown(vec3(falls.w * 1.25 * exposure));
    c = mix(c, drop * drop, clamp(drops(p) * falls.x * 0.18, 0.0, 0.4));
    c = mix(c, flake * flake, flakes(p) * falls.y * 0.85);
    result = vec4(sqrt(c), dry.a);
}
