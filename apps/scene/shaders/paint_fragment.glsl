// For each texel of a level: the colour of its ground from afar, and which material it mostly is. Painted when the
// maps change, so that a plain picture looks two texels up where others weigh fourteen materials in every pixel.
in vec2 at;
uniform sampler2DArray surface;
uniform sampler2DArray shape_map; // as in ground_fragment
uniform sampler2DArray colours;
uniform float own; // the level
out vec4 result;   // square roots of the colour; (material + 16 * side that it is seen from) / 255

// A noise as a texel of this level sees it: what is finer would sparkle.
vec4 noise_at(vec2 near, float period)
{
    return textureLod(noise_map, near / period, max(log2(level_window[int(own)].z * 256.0 / period), 0.0));
}

void main()
{
    int l = int(own);
    vec4 w = level_window[l];
    vec2 texel = mod(floor(gl_FragCoord.xy) - level_wrap[l].xy, w.w), flat_at = w.xy + texel * w.z - viewer_part;
    vec3 place = vec3(flat_at.x, texelFetch(surface, ivec3(ivec2(gl_FragCoord.xy), l), 0).x, flat_at.y);
    vec4 shape = texelFetch(shape_map, ivec3(ivec2(gl_FragCoord.xy), l), 0);
    vec3 n = vec3(shape.x, sqrt(max(1.0 - dot(shape.xy, shape.xy), 0.01)), shape.y);
    vec2 near = flat_at + viewer_near;
    n64 = noise_at(near, 64.0);
    n512 = noise_at(near, 512.0);
    n4096 = noise_at(near, 4096.0);
    v4 = (n64.xyz + n512.xyz + n4096.xyz) / 3.0 - 0.5;
    cover(place, n, shape, own, 0.0, own < 0.5 ? 1.0 : 0.0);

    vec3 colour = vec3(0.0);
    float sum = 0.0;
    int most = 0;
    for (int i = 0; i < MATERIALS; i++)
    {
        vec3 mean = textureLod(colours, vec3(0.5, 0.5, float(i)), 16.0).rgb;
        float lies = weight[i] * weight[i] * weight[i]; // what there is more of hides the rest
        colour += in_season(i, mean * mean * 0.9, share, leafy, n64.zw) * lies;
        sum += lies;
        most = weight[i] > weight[most] ? i : most;
    }
    colour = vary(colour / sum, weight[SNOW] + weight[ICE]);
    colour *= 1.0 - 0.55 * ((1.0 - smoothstep(-0.1, 0.7, shape.z)) * 0.5 + rain_damp());
    float side = n.y > 0.72 ? 0.0 : abs(n.x) > abs(n.z) ? 16.0 : 32.0;
    result = vec4(sqrt(colour), (float(most) + side) / 255.0);
}
