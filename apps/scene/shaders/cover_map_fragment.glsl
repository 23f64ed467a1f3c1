// What the ground around the viewer is made of, for cover_plan.h: three bands of a texel a metre. The first has the
// square roots of its colour and how warm it is; the second grass, dry grass, litter, tundra; the third loose stones and
// soil, mud, sand, and how much of what grows drops its leaves.
in vec2 at;
uniform sampler2DArray surface;
uniform sampler2DArray shape_map; // as in ground_fragment
uniform sampler2DArray colours;
uniform vec4 cover_at; // corner to the viewer (x, z); texels along a side
out vec4 result;

vec3 ground_colour()
{
    vec3 colour = vec3(0.0);
    float sum = 0.0;
    for (int i = 0; i < MATERIALS; i++)
    {
        vec3 mean = textureLod(colours, vec3(0.5, 0.5, float(i)), 16.0).rgb;
        float lies = i == SNOW || i == ICE ? 0.0 : weight[i] * weight[i] * weight[i];
        colour += in_season(i, mean * mean * 0.9, share, leafy, n64.zw) * lies;
        sum += lies;
    }
    return vary(colour / max(sum, 1e-6), 0.0) * (1.0 - 0.55 * rain_damp());
}

void main()
{
    float band = floor(gl_FragCoord.y / cover_at.z);
    vec2 flat_at = cover_at.xy + vec2(gl_FragCoord.x, gl_FragCoord.y - band * cover_at.z);
    vec4 w = level_window[0];
    vec2 texel = (flat_at + viewer_part - w.xy) / w.z;
    vec2 on_map = (level_wrap[0].xy + texel + 0.5) / w.w;
    ivec2 nearest = ivec2(mod(level_wrap[0].xy + floor(texel + 0.5), w.w));
    vec3 place = vec3(flat_at.x, texelFetch(surface, ivec3(nearest, 0), 0).x, flat_at.y);
    vec4 shape = textureLod(shape_map, vec3(on_map, 0.0), 0.0);
    vec3 n = vec3(shape.x, sqrt(max(1.0 - dot(shape.xy, shape.xy), 0.01)), shape.y);
    vec2 near = flat_at + viewer_near;
    n64 = textureLod(noise_map, near / 64.0, 2.0);
    n512 = textureLod(noise_map, near / 512.0, 0.0);
    n4096 = textureLod(noise_map, near / 4096.0, 0.0);
    v4 = (n64.xyz + n512.xyz + n4096.xyz) / 3.0 - 0.5;
    cover(place, n, shape, 0.0, 0.0, 1.0);
    if (band < 0.5)
    {
        vec2 cp = (place.xz + viewer_part - climate_at.xy) * climate_at.z;
        float degrees = textureLod(climate, clamp(cp, 0.004, 0.996), 0.0).x - 0.0062 * max(place.y, 0.0);
        result = vec4(sqrt(ground_colour()), clamp((degrees + 15.0) / 45.0, 0.0, 1.0));
    }
    else if (band < 1.5)
    {
        result = vec4(weight[GRASS], weight[DRY_GRASS], weight[LITTER], weight[TUNDRA]);
    }
    else
    {
        result = vec4(weight[GRAVEL] + weight[SOIL], weight[MUD], weight[SAND], leafy);
    }
}
