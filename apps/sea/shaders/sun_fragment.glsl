// For each sample of an island: how much of the sun is seen past its hills.
in vec2 at;
uniform sampler2D heights;
uniform vec4 origin; // as in isle_vertex
uniform float steps;
out vec4 result;

float height_at(vec2 p)
{
    vec2 held = clamp(p, vec2(0.0), vec2(origin.w - 1.001)), i = floor(held), f = held - i;
    ivec2 k = ivec2(i);
    float a = texelFetch(heights, k, 0).x, b = texelFetch(heights, k + ivec2(1, 0), 0).x;
    float c = texelFetch(heights, k + ivec2(0, 1), 0).x, d = texelFetch(heights, k + ivec2(1, 1), 0).x;
    return mix(mix(a, b, f.x), mix(c, d, f.x), f.y);
}

void main()
{
    vec2 p = floor(gl_FragCoord.xy);
    float own = max(height_at(p), 0.0) + 0.3, seen = 1.0;
    float rise = light.y / max(length(light.xz), 0.001) * origin.z; // m for a sample
    float t = 1.0, grows = pow(0.5 * origin.w, 1.0 / steps);
    for (float i = 0.0; i < steps; i += 1.0)
    {
        float above = own + rise * t - height_at(p + light_flat * t);
        seen = min(seen, smoothstep(-0.02, 0.035, above / (t * origin.z)));
        t = max(t * grows, t + 0.7);
    }
    result = vec4(seen);
}
