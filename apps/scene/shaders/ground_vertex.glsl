// A vertex of a block: far from the viewer the ground is led over to that of the next level, so that levels meet
// without a gap. How far counts from the viewer rather than from the window, which moves in jumps: nothing jumps
// with it.
in vec2 corner; // of a quad within its block
in vec3 block;  // first texel (x, z), level
uniform sampler2DArray surface;
uniform vec4 grid;    // texels between vertices; texels that levels are led over in, and from the viewer to where
                      // that is over; how far the ground below counts, m
uniform float levels;
uniform mat4 to_clip;
out vec3 place;
out float dry; // above 0: water that is not there
flat out float level_of;
out float leads;
#ifdef PLAIN
uniform sampler2D climate;    // degrees at sea level
uniform vec4 climate_at;      // corner to the viewer (x, z), 1 / side in m
uniform float season_degrees; // above the mean of the year
// What plain ground and water do not find for every pixel.
out float degrees;       // of the air
out float shade;         // of clouds
out vec3 passes, adds; // air_between
#endif

float height_of(int l, vec2 texel)
{
    float side = level_window[0].w;
    ivec2 at = ivec2(mod(level_wrap[l].xy + texel, side));
#ifdef WATER
    return texelFetch(surface, ivec3(at, l), 0).y;
#else
    return texelFetch(surface, ivec3(at, l), 0).x;
#endif
}

void main()
{
    int l = int(block.z);
    float side = level_window[0].w;
    vec2 texel = block.xy + corner * grid.x;
    vec2 away = abs(texel - (viewer_part - level_window[l].xy) / level_window[l].z);
    float far = max(max(away.x, away.y), grid.w / level_window[l].z);
    float lead = block.z >= levels - 1.0 ? 0.0 : clamp((far - grid.z) / grid.y + 1.0, 0.0, 1.0);
    texel = min(texel, vec2(side - 1.0) + step(0.5, lead)); // the very last texel of all has no other side
    float h = lead < 1.0 ? height_of(l, min(texel, vec2(side - 1.0))) : 0.0;
    vec2 at = level_window[l].xy + texel * level_window[l].z;
    if (lead > 0.0)
    {
        vec2 odd = mod(texel / grid.x, 2.0);
        vec2 coarse = level_wrap[l].zw + (texel - odd * grid.x) * 0.5;
        float a = height_of(l + 1, coarse), b = height_of(l + 1, coarse + odd * grid.x);
#ifdef WATER
        float next = min(a, b) < -9000.0 ? max(a, b) : 0.5 * (a + b);
        h = h < -9000.0 || next < -9000.0 ? max(h, next) : mix(h, next, lead);
        h = lead < 1.0 ? h : next;
#else
        h = lead < 1.0 ? mix(h, 0.5 * (a + b), lead) : 0.5 * (a + b);
#endif
        if (lead >= 1.0)
        {
            // On the other level's own vertices: edges are the same, and no pixel falls between.
            at = level_window[l + 1].xy + coarse * level_window[l + 1].z;
            h = a;
        }
    }
    dry = h < -9000.0 ? 1.0 : 0.0;
    place = vec3(at.x - viewer_part.x, h, at.y - viewer_part.y);
    level_of = block.z;
    leads = lead;
#ifdef PLAIN
    vec2 cp = (place.xz + viewer_part - climate_at.xy) * climate_at.z;
    float sea_degrees = textureLod(climate, clamp(cp, 0.004, 0.996), 0.0).x;
    air_between(place, passes, adds);
    shade = cloud_shade(place);
    degrees = sea_degrees - 0.0062 * max(h, 0.0) + season_degrees * year_share(sea_degrees);
#endif
    gl_Position = to_clip * vec4(place, 1.0);
}
