// What all shaders of the scene know: levels, light, sky and air. Places are relative to the viewer, heights
// are above the sea.
#define LEVELS 11
#define PI 3.14159265

uniform vec4 level_window[LEVELS]; // corner to the viewer's whole metre (x, z), step, texels of all levels
uniform vec4 level_wrap[LEVELS];   // texel of the corner (x, z); corner in the next level's window (x, z)
uniform vec2 viewer_part;          // what is left of the viewer's metre
uniform vec2 viewer_near;          // the viewer's place modulo 4096 m
uniform vec2 viewer_far;           // modulo 131072 m
uniform float eye;                 // height of the viewer
uniform vec3 light;                // to the sun or the moon
uniform vec3 light_colour;
uniform vec3 ambient;
uniform vec3 bounce;
uniform vec2 light_flat;  // direction of light on the map, of length 1
uniform vec4 air;         // haze: extinction per m, m that it thins out over; end of the view; cover of clouds
uniform vec2 drift;       // m that clouds have come, to the east and north
uniform vec4 clock;       // seconds; wind, m/s; base of the clouds, m; rain
uniform float snow_cover; // by the weather, 0 .. 1
uniform sampler2D sky_table;
uniform sampler2D noise_map; // four noises that repeat

// How much of the year a climate sees: as year_share in year.h has it.
float year_share(float sea_degrees)
{
    return 1.0 - smoothstep(14.0, 24.0, sea_degrees);
}

vec3 sky_at(vec3 dir)
{
    vec2 flat_dir = vec2(dot(dir.xz, light_flat), dir.x * light_flat.y - dir.z * light_flat.x);
    float turn = atan(flat_dir.y, flat_dir.x + (abs(flat_dir.x) + abs(flat_dir.y) < 1e-5 ? 1e-5 : 0.0));
    float v = sqrt(clamp((dir.y + 0.08) / 1.08, 0.0, 1.0));
    return textureLod(sky_table, vec2(turn / (2.0 * PI) + 0.5 / 128.0, v), 0.0).rgb;
}

// How much air of a scale height lies on a way: metres at sea level.
float air_on(float from, float to, float way, float thins)
{
    float a = exp(-max(from, 0.0) / thins), b = exp(-max(to, 0.0) / thins);
    float rise = (to - from) / thins;
    return abs(rise) < 0.01 ? way * 0.5 * (a + b) : way * (a - b) / rise;
}

// How much light passes the air between a place and the viewer, and the light that this air adds.
void air_between(vec3 at, out vec3 passes, out vec3 adds)
{
    vec3 way = at - vec3(0.0, eye, 0.0);
    float d = length(way);
    vec3 dir = way / max(d, 0.001);
    float rayleigh = air_on(eye, at.y, d, 8000.0), haze = air_on(eye, at.y, d, air.y);
    vec3 depth = vec3(5.8e-6, 13.5e-6, 33.1e-6) * rayleigh + vec3(1.0, 1.03, 1.08) * air.x * haze;
    float end = d / air.z;
    depth += vec3(6.0) * end * end * end * end; // the end of the view is never seen
    passes = exp(-depth);
    vec3 far_sky = sky_at(vec3(dir.x, max(dir.y, 0.015), dir.z));
    // Haze near the viewer is lit by the whole sky rather than by what lies behind it.
    vec3 near_air = mix(far_sky, ambient / PI, 0.25);
    adds = mix(near_air, far_sky, clamp(end * 2.0, 0.0, 1.0)) * (1.0 - passes);
}

// What a colour at a place looks like from the viewer, through the air between.
vec3 through_air(vec3 colour, vec3 at)
{
    vec3 passes, adds;
    air_between(at, passes, adds);
    return colour * passes + adds;
}

// The shade of clouds, 0 .. 1, of a place.
float cloud_shade(vec3 at)
{
    vec2 p = at.xz + viewer_far + light.xz / max(light.y, 0.12) * (clock.z - at.y) - drift;
    float n = textureLod(noise_map, p / 16384.0, 0.0).x * 0.65 + textureLod(noise_map, p / 4096.0, 0.0).y * 0.35;
    return 0.92 * smoothstep(0.02, 0.14, n - (1.0 - air.w) * 0.62 - 0.16);
}

uniform sampler2D shade_map; // of what stands on the land: of the sun, of the sky
uniform vec4 shade_at;       // its corner to the viewer's whole metre (x, z); 1 / side in m; whether there is one

// How much of the sun and of the sky trees take from a place; the map fades out towards its border.
vec2 tree_shade(vec2 at)
{
    vec2 uv = (at + viewer_part - shade_at.xy) * shade_at.z, edge = abs(uv - 0.5);
    float known = shade_at.w * (1.0 - smoothstep(0.40, 0.49, max(edge.x, edge.y)));
    return min(textureLod(shade_map, uv, 0.0).xy, vec2(0.68, 0.2)) * known; // leaves let some through
}

// How white the weather's snow makes a place, 0 .. 1, in patches that a slow noise has; and how much of such snow
// stays where it is so steep.
float fallen_snow(float slow_noise)
{
    return snow_cover * smoothstep(0.1, 0.5, snow_cover * 1.1 - slow_noise * 0.35);
}

float snow_stays(float white, float steep)
{
    return white * (1.0 - smoothstep(0.24, 0.46, steep - white * 0.1));
}

// How much rain darkens the ground, 0 .. 1.
float rain_damp()
{
    return clock.w * 0.35;
}

// Rain makes the ground shine where it is seen at a flat angle.
vec3 rain_shine(vec3 n, vec3 to_eye)
{
    float flat_angle = 1.0 - clamp(dot(n, to_eye), 0.0, 1.0);
    vec3 up = reflect(-to_eye, n);
    return sky_at(vec3(up.x, abs(up.y), up.z)) * flat_angle * flat_angle * flat_angle * clock.w * 0.22;
}

// Light as the target keeps it.
vec4 kept(vec3 colour)
{
#ifdef PACKED
    return vec4(colour / (1.0 + colour), 1.0);
#else
    return vec4(colour, 1.0);
#endif
}

vec3 unkept(vec3 colour)
{
#ifdef PACKED
    return colour / max(1.0 - colour, 0.001);
#else
    return colour;
#endif
}

// The fit of Hill (2016) to the film curve of the Academy.
vec3 film(vec3 c)
{
    c = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777) * c;
    c = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.4329510) + 0.238081);
    c = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602) * c;
    return clamp(c, 0.0, 1.0);
}

// A colour as a screen has it, from light.
vec3 shown(vec3 light_seen)
{
    vec3 c = film(light_seen * 1.7 + 0.004);
#ifdef PLAIN
    vec3 a = sqrt(c), b = sqrt(a), d = sqrt(b); // the fit of Chilliant (2012) to sRGB's curve
    return clamp(0.662002687 * a + 0.684122060 * b - 0.323583601 * d - 0.0225411470 * c, 0.0, 1.0);
#else
    return pow(c, vec3(1.0 / 2.2));
#endif
}
