// The ground: which materials lie where, how they look and how they are lit.
// With BODY it is a part of the land's body: where that is the surface it looks the same, elsewhere by its voxels.
#ifdef BODY
in vec3 place;
in vec3 facing;
in vec4 has_a, has_b, has_c, has_d;
in vec4 tinted;
float level_of = 0.0;
const float leads = 0.0;
#elif defined(SHADES_LATER)
uniform sampler2D places; // see places_fragment
vec3 place;
float level_of, leads;
#else
in vec3 place;
flat in float level_of;
in float leads;
#endif
uniform sampler2DArray shape_map;  // normal to the east and north, m above near water, whether that is the sea
uniform sampler2DArray light_map;  // light that is seen, openness
uniform float pixel;               // how wide one is, radians
out vec4 result;

uniform float sun_steps; // through the grid of light

vec2 map_at(float l)
{
    vec4 w = level_window[int(l)];
    return (level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w;
}

vec4 shape_at(float l)
{
    return textureLod(shape_map, vec3(map_at(l), l), 0.0);
}

// The material that weighs most, which is then taken out.
int take_heaviest(out float most)
{
    int best = 0;
    most = weight[0];
    for (int i = 1; i < MATERIALS; i++)
    {
        best = weight[i] > most ? i : best;
        most = max(most, weight[i]);
    }
    for (int i = 0; i < MATERIALS; i++) // by numbers that a compiler knows: weights stay in registers
    {
        weight[i] = i == best ? -1.0 : weight[i];
    }
    return best;
}

#ifdef BODY
// Pools in caves: dark, and a mirror of lamps.
vec3 pool(float sky)
{
    vec3 way = vec3(0.0, eye, 0.0) - place, to_eye = normalize(way);
    vec2 p = (place.xz + viewer_near) / 8.0;
    vec4 waves = texture(noise_map, p + clock.x * 0.01) - texture(noise_map, p.yx - clock.x * 0.013);
    vec3 n = normalize(vec3(waves.x * 0.10, 1.0, waves.y * 0.10));
    float fresnel = 0.03 + 0.97 * pow(1.0 - max(dot(n, to_eye), 0.0), 5.0);
    vec3 up = reflect(-to_eye, n);
    vec3 shown = sky_at(vec3(up.x, abs(up.y), up.z)) * sky * fresnel;
    vec3 lit = lamp_light(place, n);
    for (int i = 0; i < lamp_count; i++)
    {
        vec3 to_lamp = lamps[i].xyz - place;
        float d2 = dot(to_lamp, to_lamp);
        vec3 half_way = normalize(to_lamp * inversesqrt(max(d2, 0.01)) + to_eye);
        shown += vec3(1.0, 0.75, 0.45) * lamps[i].w * pow(max(dot(n, half_way), 0.0), 180.0) * 1.5 / (d2 + 4.0);
    }
    return shown + vec3(0.012, 0.05, 0.055) * (ambient * sky / PI + lit * 0.6);
}
#endif

void main()
{
#ifdef BODY
    level_of = level_at(place.xz);
#else
#ifdef SHADES_LATER
    vec4 known = texelFetch(places, ivec2(gl_FragCoord.xy), 0);
    if (known.w < 0.0)
    {
        discard;
    }
    bool from_below = known.w >= 32.0;
    known.w -= from_below ? 32.0 : 0.0;
    place = known.xyz;
    level_of = floor(known.w);
    leads = 2.0 * (known.w - level_of);
#else
    if (is_inside_body(place.xz))
    {
        discard;
    }
    bool from_below = body_at.w > 0.0 && !gl_FrontFacing;
#endif
    if (from_below)
    {
        // Where a hollow ends with the body it is seen from outside, and in some light.
        result = kept(cut_rock(place, eye > surface_at(vec2(0.0)).x ? 7.0 : 60.0));
        return;
    }
#endif
    vec4 shape = shape_at(level_of);
    vec2 lit = textureLod(light_map, vec3(map_at(level_of), level_of), 0.0).xy;
    if (leads > 0.0)
    {
        float next = min(level_of + 1.0, levels - 1.0);
        shape = mix(shape, shape_at(next), leads);
        lit = mix(lit, textureLod(light_map, vec3(map_at(next), next), 0.0).xy, leads);
    }
    vec3 n = vec3(shape.x, sqrt(max(1.0 - dot(shape.xy, shape.xy), 0.01)), shape.y);
    float sky = 1.0, sun = 1.0;
#ifdef BODY
    // Where the body ends as the surface does it is the surface, with its normals and grounds.
    vec2 ground = surface_at(place.xz);
    vec3 m = normalize(facing), slope = n;
    float natural = (1.0 - smoothstep(0.9, 2.2, abs(place.y - ground.x))) * (1.0 - smoothstep(0.2, 0.7, has_d.w)) *
                    smoothstep(0.25, 0.6, dot(m, n));
#ifdef BLOCKS
    n = m;
    natural = natural > 0.5 && m.y > 0.5 ? 1.0 : 0.0;
#else
    n = normalize(mix(m, n, natural));
#endif
    float over = place.y - ground.x;
    sky = sky_in(place + m * 1.7, over + 1.7 * m.y, slope, m);
    sky = mix(sky, max(sky, 0.85), natural * smoothstep(0.1, 0.5, sky));
    sun = sun_in(place, m, sky, sun_steps);
    lit.y = mix(lit.y, 1.0, clamp((over - 4.0) / 30.0, 0.0, 1.0));
    lit.x *= sun;
    if (has_d.z > 0.5)
    {
        if (place.y < ground.y + 0.7)
        {
            discard; // the surface's own water
        }
        vec3 wet_shown = pool(sky);
        result = kept(mix(wet_shown, through_air(wet_shown, place), sky));
        return;
    }
#endif

    vec2 near = place.xz + viewer_near;
    float d = length(place - vec3(0.0, eye, 0.0));
    vec3 to_eye = (vec3(0.0, eye, 0.0) - place) / max(d, 0.001);
    // Textures that are seen at a flat angle would blur: the longer side of a pixel counts as at most three times
    // the shorter, and twice near by, where nothing flickers.
    float far = smoothstep(20.0, 250.0, d);
    float wide = d * pixel / max(dot(n, to_eye), mix(0.5, 0.33, far));
    float noise_lod = log2(wide * 256.0);
    n64 = textureLod(noise_map, near / 64.0, noise_lod - 6.0);
    n512 = textureLod(noise_map, near / 512.0, noise_lod - 9.0);
    n4096 = textureLod(noise_map, near / 4096.0, noise_lod - 12.0);
    v4 = (n64.xyz + n512.xyz + n4096.xyz) / 3.0 - 0.5;

    float near_forest = 1.0 - smoothstep(40.0, 140.0, d + v4.y * 60.0);
    cover(place, n, shape, level_of, leads, near_forest);

#ifdef BODY
    float own_share[MATERIALS] = float[](has_a.x, has_a.y, has_a.z, has_a.w, has_b.x, has_b.y, has_b.z, has_b.w,
                                         has_c.x, has_c.y, has_c.z, has_c.w, has_d.x, has_d.y);
    for (int i = 0; i < MATERIALS; i++)
    {
        weight[i] = mix(own_share[i], weight[i], natural);
    }
#endif

    // The three that weigh most are looked up, and lie above each other by their heights.
    vec3 p = vec3(near.x, place.y, near.y);
    vec3 side = pow(abs(n), vec3(6.0));
    side = max(side / (side.x + side.y + side.z) - 0.04, 0.0); // what is hardly seen is not looked up
    side /= side.x + side.y + side.z;
    vec3 colour = vec3(0.0), bump = vec3(0.0);
    float sum = 0.0, rough = 0.0;
    float kind = n64.w * 2.0 + n512.w * 1.4; // so fast that a tile of 4 m meets another one beside it
    float first = 0.0, white = weight[SNOW] + weight[ICE];
    // Near by the higher one hides the others; from afar they mix. What would hardly be seen is not looked up.
    float least = mix(0.18, 0.06, far);
    float texels = wide * float(textureSize(colours, 0).x);
    for (int round = 0; round < TAKEN; round++)
    {
        float own;
        int best = take_heaviest(own);
        first = round == 0 ? own : first;
        if (own < max(0.04, least * first))
        {
            break;
        }
        taken t = take(best, p, texels, side, kind);
        float lies = own / first * (0.5 + t.height);
        lies = pow(lies, mix(3.0, 1.0, far));
        t.colour = in_season(best, t.colour, share, leafy, n64.zw);
        colour += t.colour * lies;
        bump += t.bump * lies;
        rough += t.rough * lies;
        sum += lies;
    }
    colour /= sum;
    bump /= sum;
    rough /= sum;

#ifdef BODY
    colour *= mix(tinted.rgb * 2.0, vec3(1.0), natural);
#endif

    colour = vary(colour, white);
    float damp = (1.0 - smoothstep(-0.1, 0.7, shape.z)) * 0.5 + rain_damp() * sky;
    colour *= 1.0 - damp * 0.55;
    rough *= 1.0 - damp * 0.7;

    float fades = exp(-d / 500.0);
    vec3 nn = normalize(n + (bump - n * dot(bump, n)) * mix(0.35, 1.0, fades));
    vec2 trees = tree_shade(place.xz);
    trees.x *= 1.0 - 0.6 * smoothstep(0.52, 0.66, n64.z); // the sun shines through gaps
#ifdef BODY
    trees *= natural;
#endif
    float seen = lit.x * (1.0 - cloud_shade(place) * 0.8) * (1.0 - trees.x);
    float facing = max(dot(nn, light), 0.0);
    float smooth_facing = max(dot(n, light), 0.0);
    facing = mix(facing, smooth_facing, 0.25);
    vec3 half_way = normalize(light + to_eye);
    float shine = pow(max(dot(nn, half_way), 0.0), mix(90.0, 6.0, rough)) * mix(0.5, 0.01, rough);
    float open = mix(lit.y, lit.y * lit.y, 0.6) * sky * (1.0 - trees.y);
    vec3 sky_light = ambient * open * (0.55 + 0.45 * nn.y) * 1.35;
    vec3 from_ground = bounce * (0.35 + 0.65 * (1.0 - nn.y)) * lit.y * sky;
    vec3 shaded = colour * (light_colour * seen * facing + sky_light + from_ground) / PI +
                  light_colour * seen * shine * step(0.0, dot(n, light)) * 0.3;
    shaded += colour * lamp_light(place, nn) * (1.0 - 0.8 * sky * step(0.001, light.y)) / PI;
#ifdef BODY
    // Bare rock: what stands around is lit as well, and sends some of it back, most to what looks aside or down.
    shaded += colour * ambient * open * (1.2 - 0.6 * nn.y) * (1.0 - natural) / PI;
    shaded += colour * 0.0006 * ambient * (0.6 + 0.4 * nn.y); // eyes get used to the dark
    shaded += colour * tinted.w * (1.0 - natural) * 9.0;
#endif
    if (clock.w > 0.0)
    {
        shaded += rain_shine(nn, to_eye) * open;
    }
#ifdef BODY
    result = kept(mix(shaded, through_air(shaded, place), sky));
#else
    result = kept(through_air(shaded, place));
#endif
}
