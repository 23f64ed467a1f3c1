// Which materials lie where: by biome, slope, nearness of water and cold, with borders that noise makes ragged.
uniform sampler2DArray ground_low;  // weights of grounds 0..3
uniform sampler2DArray ground_high; // 4..7
uniform sampler2D climate;         // degrees at sea level, humidity
uniform vec4 climate_at;           // corner to the viewer (x, z), 1 / side in m
uniform vec4 season;               // how much of spring, summer, autumn and winter it is, 0 .. 1
uniform float season_degrees;      // above the mean of the year
uniform float levels;

#define GRASS 0
#define DRY_GRASS 1
#define LITTER 2
#define TUNDRA 3
#define SAND 4
#define RED_ROCK 5
#define MUD 6
#define SNOW 7
#define GREY_ROCK 8
#define GRAVEL 9
#define SOIL 10
#define ICE 11
#define CANOPY 12
#define BROWN_ROCK 13
#define MATERIALS 14

// What the functions below work on and find, of one place.
vec4 n64, n512, n4096; // noises that repeat after so many m
vec3 v4;               // all of them, around 0
float weight[MATERIALS];
float share, leafy; // how much of the year it sees; how much of what grows drops its leaves
float wooded;       // how much of it is crowns seen from above, which shade each other

// What grows, as the season has it. leafy: how much of it drops its leaves, 0 .. 1; some: two noises of the place.
vec3 in_season(int layer, vec3 colour, float share, float leafy, vec2 some)
{
    float bright = dot(colour, vec3(0.3, 0.6, 0.1));
    if (layer == GRASS || layer == DRY_GRASS)
    {
        float green = layer == GRASS ? 1.0 : 0.55;
        colour = mix(colour, colour * vec3(0.86, 1.22, 0.62), season.x * share * green);
        colour = mix(colour, bright * vec3(1.26, 1.02, 0.42), season.y * share * 0.4 * green);
        colour = mix(colour, bright * vec3(1.42, 0.93, 0.36), season.z * share * mix(0.45, 0.8, some.x));
        colour = mix(colour, bright * vec3(1.04, 0.86, 0.58), season.w * share * 0.85);
    }
    else if (layer == CANOPY || layer == LITTER)
    {
        // Trees turn one by one, some to gold, some to rust, and some do not.
        vec3 gold = vec3(2.3, 1.35, 0.22), rust = vec3(2.2, 0.72, 0.16), brown = vec3(1.5, 0.95, 0.42);
        vec3 turned = mix(mix(gold, rust, smoothstep(0.4, 0.6, some.x)), brown, smoothstep(0.55, 0.75, some.y));
        float turns = layer == LITTER ? 0.75 : mix(0.55, 0.95, smoothstep(0.35, 0.6, some.x + some.y * 0.4));
        colour = mix(colour, colour * vec3(1.12, 1.5, 0.7), season.x * leafy * (layer == CANOPY ? 1.0 : 0.6));
        colour = mix(colour, bright * turned * 1.15, season.z * leafy * turns);
        colour = mix(colour, bright * vec3(1.3, 1.08, 0.86), season.w * leafy * 0.85);
    }
    else if (layer == TUNDRA)
    {
        colour = mix(colour, colour * vec3(0.92, 1.12, 0.8), season.x * share);
        colour = mix(colour, bright * vec3(1.6, 0.8, 0.42), season.z * share * mix(0.3, 0.85, some.y));
        colour = mix(colour, bright * vec3(1.1, 0.95, 0.75), season.w * share * 0.7);
    }
    return colour;
}

// Weighs the materials of a place whose noises are known. near_forest: whether trees are seen from between
// them rather than from above, 0 .. 1; leads: how far the next level counts.
void cover(vec3 place, vec3 n, vec4 shape, float level, float leads, float near_forest)
{
    float next = min(level + 1.0, levels - 1.0);
    // Grounds: from a level of 8 m or more, at a place that noise shifts, so that borders are ragged.
    float gl = max(level, min(3.0, levels - 1.0));
    vec2 shift = (n64.xy - 0.5) * 26.0 + (n512.zw - 0.5) * 90.0;
    vec4 w = level_window[int(gl)];
    vec2 gp = (level_wrap[int(gl)].xy + (place.xz + viewer_part + shift - w.xy) / w.z + 0.5) / w.w;
    vec4 low = textureLod(ground_low, vec3(gp, gl), 0.0), high = textureLod(ground_high, vec3(gp, gl), 0.0);
    if (leads > 0.0 && next > gl)
    {
        w = level_window[int(next)];
        gp = (level_wrap[int(next)].xy + (place.xz + viewer_part + shift - w.xy) / w.z + 0.5) / w.w;
        low = mix(low, textureLod(ground_low, vec3(gp, next), 0.0), leads);
        high = mix(high, textureLod(ground_high, vec3(gp, next), 0.0), leads);
    }

    // Trees stand where they stand: the borders of woods are moved by less, so that they are there.
    w = level_window[int(gl)];
    gp = (level_wrap[int(gl)].xy + (place.xz + viewer_part + (n64.zw - 0.5) * 20.0 - w.xy) / w.z + 0.5) / w.w;
    float woods = textureLod(ground_low, vec3(gp, gl), 0.0).z;
    float others = (1.0 - woods) / max(1.0 - low.z, 0.01);
    low = vec4(low.xy * others, woods, low.w * others);
    high *= others;

    vec2 cp = (place.xz + viewer_part - climate_at.xy) * climate_at.z;
    vec2 here = textureLod(climate, clamp(cp, 0.004, 0.996), 0.0).xy;
    float degrees = here.x - 0.0062 * max(place.y, 0.0) + v4.x * 3.0;

    share = year_share(here.x);
    float now = degrees + season_degrees * share; // today's, where the year's mean is degrees
    leafy = share * smoothstep(-1.0, 5.0, degrees);

    // Above the tree line there are none.
    float treeless = low.z * (1.0 - smoothstep(-7.5, -3.5, degrees));
    low.z -= treeless;
    low.w += treeless;

    for (int i = 0; i < MATERIALS; i++)
    {
        weight[i] = 0.0;
    }
    float wet = here.y;
    weight[GRASS] = low.x;
    weight[DRY_GRASS] = low.y;
    weight[LITTER] = low.z * near_forest;
    weight[CANOPY] = low.z * (1.0 - near_forest);
    weight[TUNDRA] = low.w;
    weight[SAND] = high.x;
    weight[RED_ROCK] = high.y;
    weight[MUD] = high.z;
    weight[SNOW] = high.w;

    // Patches: grass is dry on sunny slopes and in places, soil shows through here and there.
    float patchy = smoothstep(0.42, 0.95, n512.y * 0.6 + n64.z * 0.4 + v4.z * 0.9 + (0.45 - wet) * 0.35);
    float moved = weight[GRASS] * patchy * 0.7;
    weight[GRASS] -= moved;
    weight[DRY_GRASS] += moved;
    float bare = smoothstep(0.68, 0.9, n64.x * 0.45 + n512.z * 0.55 + (1.0 - n.y) * 0.7);
    weight[SOIL] += (weight[GRASS] + weight[DRY_GRASS]) * bare * 0.7;
    weight[GRASS] *= 1.0 - bare * 0.7;
    weight[DRY_GRASS] *= 1.0 - bare * 0.7;
    weight[GRAVEL] += weight[TUNDRA] * smoothstep(0.5, 0.7, n64.y * 0.5 + n512.x * 0.5) * 0.7;

    // Rock where it is steep, and the loose stones below it.
    float ragged = (n64.x - 0.5) * 0.2 + (n512.y - 0.5) * 0.16;
    float steep = 1.0 - n.y + ragged;
    float rock = smoothstep(0.2, 0.32, steep);
    float loose = smoothstep(0.13, 0.22, steep) * (1.0 - rock);
    float is_red = clamp(high.y * 1.6, 0.0, 1.0), is_sand = high.x * (1.0 - is_red);
    rock *= 1.0 - 0.55 * is_sand * step(0.0, degrees - 12.0);
    float keep = 1.0 - rock;
    for (int i = 0; i < GREY_ROCK; i++)
    {
        weight[i] *= keep * (1.0 - 0.5 * loose);
    }
    weight[SOIL] *= keep;
    weight[GRAVEL] = weight[GRAVEL] * keep + 0.5 * loose * (1.0 - is_red) * (1.0 - is_sand);
    weight[CANOPY] *= keep;
    float brown = smoothstep(0.35, 0.65, n4096.x + (degrees - 8.0) * 0.02);
    weight[RED_ROCK] += rock * is_red;
    weight[GREY_ROCK] += rock * (1.0 - is_red) * (1.0 - brown);
    weight[BROWN_ROCK] += rock * (1.0 - is_red) * brown;

    // Shores: sand at the sea, gravel and mud at rivers and lakes; silt below.
    float above = shape.z + (n64.y - 0.5) * 1.2;
    float sea = shape.w;
    float shore = (1.0 - smoothstep(mix(0.1, 0.4, sea), mix(0.9, 1.9, sea), above)) * (1.0 - 0.8 * rock);
    for (int i = 0; i < MATERIALS; i++)
    {
        weight[i] *= 1.0 - shore;
    }
    float deep = smoothstep(-0.5, -4.0, above);
    weight[SAND] += shore * mix(0.12, 0.9, sea) * (1.0 - 0.5 * deep);
    weight[GRAVEL] += shore * mix(0.45, 0.1, sea) * (1.0 - deep * 0.6);
    weight[MUD] += shore * (mix(0.4, 0.0, sea) + deep * 0.6);

    // Snow by cold, not where it is steep, and less of it below trees; and ice.
    float cold = smoothstep(0.0, -4.5, degrees + ragged * 5.0);
    if (season_degrees != 0.0)
    {
        float lies = smoothstep(0.0, -4.5, now + ragged * 5.0);
        float woods = low.z * smoothstep(0.3, 0.7, n64.y * 0.6 + n512.w * 0.4) * 0.75;
        cold = season_degrees > 0.0 ? min(cold, lies) : max(cold, lies * (1.0 - woods));
    }
    cold = max(cold, fallen_snow(n64.z));
    float snow = snow_stays(cold, steep) * smoothstep(-0.2, 0.4, above);
    for (int i = 0; i < MATERIALS; i++)
    {
        weight[i] *= 1.0 - snow;
    }
    weight[SNOW] += snow;
    wooded = weight[CANOPY];
    float icy = weight[SNOW] * smoothstep(-14.0, -20.0, degrees) * smoothstep(0.55, 0.7, n512.w);
    weight[SNOW] -= icy;
    weight[ICE] += icy;
}

// Slow changes of colour, from a few metres to kilometres; less of them on what is white.
vec3 vary(vec3 colour, float white)
{
    float dark = (n64.z - 0.5) * 0.3 + (n512.x - 0.5) * 0.36 + (n4096.y - 0.5) * 0.5;
    dark *= 1.0 - 0.85 * clamp(white, 0.0, 1.0);
    colour *= 1.0 + dark * 0.75;
    colour *= 1.0 - 0.42 * wooded;
    float warm = (n512.w - 0.5) * 0.3 + (n4096.z - 0.5) * 0.5;
    colour *= vec3(1.0 + warm * 0.22, 1.0, 1.0 - warm * 0.2);
    return colour;
}
