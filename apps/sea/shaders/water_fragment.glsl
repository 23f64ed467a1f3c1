// The sea (Karavasilev 2021, 5.4): its colour by depth, foam at shores that moves with time, waves of a Voronoi diagram
// with whirls, and what lies below, bent; over it swell, ripples, sky, sun and hills in the mirror.
in vec3 place;
in vec2 slope;
in float crest;
uniform vec3 shallow, deep;  // colours
uniform vec4 hides;          // how much shallow and deep water hide, m from which on it is deep, m of depth with foam
uniform vec4 voronoi;        // m between waves, sharpness, brightness, shear in turns
uniform vec2 viewer_voronoi; // the viewer's place, modulo 1024 waves
uniform vec2 ripple_way;     // m that ripples have come
uniform vec4 wind;           // m/s to the east and north, speed, m that what lies below is moved by
uniform float pixel;
uniform vec3 ahead;
uniform float wakes;         // boats that stir the water
uniform vec4 wake_at[16];    // bow's place (x, z), direction that it goes (x, z)
uniform vec2 wake_of[16];    // length of the boat, strength
out vec4 result;

#define WHIRL 8.0 // waves across a whirl

// Three chances of a cell (Jarzynski and Olano 2020, pcg3d).
vec3 chances(ivec2 cell)
{
    uvec3 v = uvec3(uint(cell.x & 1023), uint(cell.y & 1023), 77u) * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return vec3(v >> 8u) / 16777216.0;
}

// How bright waves are at a place, 0 .. 1, as loam_sea_wave has it: distances to points that go round.
float voronoi_wave(vec2 at)
{
    vec2 p = (at + viewer_voronoi) / voronoi.x, whirl = floor(p / WHIRL) * WHIRL + WHIRL * 0.5, q = p - whirl;
    float far = clamp(dot(q, q) * 4.0 / (WHIRL * WHIRL), 0.0, 1.0);
    float angle = 2.0 * PI * voronoi.w * far * (1.0 - far) * (1.0 - far);
    vec2 turned = vec2(cos(angle) * q.x - sin(angle) * q.y, sin(angle) * q.x + cos(angle) * q.y);
    vec2 cell = floor(turned);
    float nearest = 4.0;
    for (int k = 0; k < 9; k++)
    {
        vec2 other = cell + vec2(float(k % 3 - 1), float(k / 3 - 1));
        vec3 some = chances(ivec2(floor(whirl + other + 0.5)));
        float turn = 2.0 * PI * (some.x + clock.x / 6.0);
        vec2 to = other - turned + 0.25 + 0.5 * some.yz + 0.2 * vec2(sin(turn), cos(turn));
        nearest = min(nearest, dot(to, to));
    }
    return pow(clamp(1.15 * sqrt(nearest), 0.0, 1.0), voronoi.y);
}

// One of the noises that repeat after so many metres, as a footprint of so many metres sees it.
vec4 noise_of(vec2 p, float period, float print)
{
    return textureLod(noise_map, p / period, log2(max(print * float(textureSize(noise_map, 0).x) / period, 1.0)));
}

// Ripples: tilts of several sizes that go with the wind, each at its own pace.
vec2 ripples(vec2 p, float print)
{
    float t = clock.x;
    // Noises that repeat are moved by a slow one, so that no lattice shows; nor are they drawn where they would.
    p += (noise_of(p, 256.0, print).zw - 0.5) * 30.0;
    vec2 sum = (noise_of(p - ripple_way * 1.9 + vec2(0.0, t * 0.2), 64.0, print).xy - 0.5) * 0.55 *
               (1.0 - smoothstep(0.3, 1.6, print));
    sum += (noise_of((p - ripple_way * 1.3).yx + vec2(t * 0.2, 0.0), 16.0, print).yz - 0.5) * 0.75 *
           (1.0 - smoothstep(0.15, 0.8, print));
    sum += (noise_of((p - ripple_way * 2.3).yx, 512.0, print).wx - 0.5) * 0.14; // streaks far away
    sum += (noise_of(p - ripple_way - vec2(t * 0.13, t * 0.17), 8.0, print).zw - 0.5) * 0.7 *
           (1.0 - smoothstep(0.12, 0.6, print));
#ifndef PLAIN
    sum += (noise_of((p - ripple_way * 0.6).yx + vec2(t * 0.1, -t * 0.08), 2.0, print).wx - 0.5) * 0.5;
#endif
    return sum;
}

// Foam of bows, and behind sterns: strength and tilt of the water.
vec3 stirred(vec2 at, float froth)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 16; i++)
    {
        if (float(i) >= wakes)
        {
            break;
        }
        vec2 q = at - wake_at[i].xy, along = wake_at[i].zw, across = vec2(along.y, -along.x);
        float l = wake_of[i].x, strength = wake_of[i].y, back = -dot(q, along), aside = dot(q, across);
        float age = back / l;
        if (age < -0.1 || age > 14.0 || abs(aside) > l * (0.6 + 0.42 * age))
        {
            continue;
        }
        // Two arms spread from the bow at Kelvin's angle; between them the stern's churned water.
        float arm = 0.1 * l + 0.34 * back, wide = 0.10 * l + 0.06 * back;
        float arms = exp(-pow((abs(aside) - arm) / wide, 2.0)) * exp(-age * 0.4) * smoothstep(-0.1, 0.2, age);
        float churn = smoothstep(0.9, 1.1, age) * exp(-pow(aside / (0.17 * l + 0.03 * back), 2.0)) * exp(-age * 0.22);
        float bow = exp(-pow((abs(aside) - arm) / (0.07 * l), 2.0)) * smoothstep(-0.06, 0.05, age) * exp(-age * 1.9);
        float torn = smoothstep(0.30, 0.62, froth);
        sum.x += strength * (churn * (0.35 + 0.65 * torn) + arms * torn * 0.55 + bow);
        sum.yz += strength * across * sign(aside) * (arms * 0.35 - 0.1 * churn * sin(aside * 5.0));
    }
    return vec3(min(sum.x, 1.0), sum.yz);
}

// How waves of different tilt spread the light of the sun (Beckmann 1963): rough is the mean square of their slopes.
float glitter(vec3 n, vec3 to_eye, float rough)
{
    vec3 h = normalize(light + to_eye);
    float c = max(dot(n, h), 0.01), c2 = c * c;
    float spread = exp((c2 - 1.0) / (c2 * rough)) / (PI * rough * c2 * c2);
    float fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(h, to_eye), 0.0), 5.0);
    return fresnel * spread / (4.0 * max(dot(n, to_eye), 0.12));
}

// The surface seen from below: a window of sky, and around it the dark water in the mirror.
vec3 from_below(vec3 dir, vec3 n, vec3 body)
{
    vec3 out_dir = refract(dir, -n, 1.33);
    float leaves = dot(out_dir, out_dir) > 0.5 ? 1.0 : 0.0;
    vec3 sky = sky_at(vec3(out_dir.x, max(out_dir.y, 0.02), out_dir.z));
    float sun = pow(max(dot(out_dir, light), 0.0), 350.0) * leaves;
    float fresnel = 0.04 + 0.96 * pow(1.0 - abs(dot(dir, n)), 3.0);
    return mix(body, sky * 0.8 + light_colour * sun, leaves * (1.0 - fresnel));
}

void main()
{
    vec3 way = place - vec3(0.0, eye, 0.0);
    float d = length(way), wide = d * pixel;
    vec3 dir = way / max(d, 0.01);
    vec2 uv = gl_FragCoord.xy / lens.xy, p = place.xz + viewer_near;
    float own = dot(way, ahead);

    // How deep it is: by the map of soundings; where that ends, by what lies below in the picture.
    vec2 ground = sounding(place.xz);
    float steep = max(-dir.y, 0.004);
    float seen_depth = max(depth_at(uv) - own, 0.0) * d / max(own, 0.1) * steep;
    float depth = max(mix(seen_depth, place.y - ground.x, ground.y), 0.0);

    // Its surface. Gusts make it rough here and smooth there.
    float flat_angle = max(abs(dir.y), 0.02), lod = log2(max(wide / flat_angle, 0.001));
    float gusts = textureLod(noise_map, (p - 0.625 * drift) / 1024.0, max(lod - 2.0, 0.0)).x * 0.6 +
                  textureLod(noise_map, (p - 0.3125 * drift) / 256.0, max(lod, 0.0)).y * 0.4;
    float rough_wind = clamp(0.25 + 0.085 * wind.z, 0.2, 1.4) * (0.55 + 0.9 * gusts);
    float print = wide / sqrt(flat_angle), fine = 1.0 / (1.0 + d / 260.0 + print * 3.0);
    float froth = texture(noise_map, p / 8.0 + vec2(clock.x * 0.006, 0.0)).w * 0.6 + texture(noise_map, p / 32.0 - clock.x * 0.008).z * 0.4;
    vec3 wake = wakes > 0.0 ? stirred(place.xz, froth) : vec3(0.0);
    float near_shore = smoothstep(0.0, 1.5, depth);
    vec2 tilt = slope + ripples(p, print) * 0.85 * rough_wind * mix(0.35, 1.0, fine) * mix(0.4, 1.0, near_shore) + wake.yz * 0.6;
    vec3 n = normalize(vec3(-tilt.x, 1.0, -tilt.y));
    float unseen = (0.003 + 0.0016 * wind.z) * (1.0 - 0.75 * fine) + 0.0008; // of slopes too fine for a pixel

    float shade = 1.0 - cloud_shade(place) * 0.8;
    // Under a cloud the sea has light from all around it, too.
    vec3 sun_in = light_colour * max(light.y, 0.0) * mix(1.0, shade, 0.5) + ambient;
    float t = clamp(depth / hides.z, 0.0, 1.0), into = t * (2.0 - t);
    vec3 body = mix(shallow, deep, into) * sun_in / PI;
    body *= 1.0 + 0.25 * crest * smoothstep(2.0, 9.0, depth); // light shines through crests

#ifdef BELOW
    vec3 colour = from_below(dir, n, mix(shallow, deep, 0.5) * sun_in / PI * 0.7);
    result = kept(colour);
    return;
#endif

    // Below, through the water: bent by its tilt, dimmed by the way through it.
    vec2 sway = (n.xz * 0.7 + (texture(noise_map, p / 32.0 + clock.x * 0.012).xy - 0.5) * 0.3) * wind.w * smoothstep(0.0, 3.0, depth);
    vec2 bent = uv + sway * 0.12 / max(own, 4.0);
#ifdef PLAIN
    bent = uv;
#endif
    bent = depth_at(bent) > own ? bent : uv;
    float slant = 1.0 / sqrt(1.0 - (1.0 - steep * steep) / 1.77); // by Snell, of the way down
    vec3 bed = unkept(textureLod(below, bent, 0.0).rgb);
    float hidden = mix(hides.x, hides.y, into) * smoothstep(0.0, 1.3, depth);
    hidden = 1.0 - pow(1.0 - hidden, slant);
    vec3 clears = exp(-depth * slant * vec3(0.22, 0.05, 0.035));
    vec3 under = mix(bed * clears, body, hidden);

    // Waves of the diagram: bright lines that gather the sun.
    float lines = voronoi.z * (1.0 - smoothstep(0.15, 0.9, print / voronoi.x * 6.0));
    if (lines > 0.004)
    {
        vec2 moved = (texture(noise_map, p / 64.0).zw - 0.5) * 7.0 + n.xz * 6.0;
        under += sun_in / PI * vec3(0.75, 0.95, 1.0) * voronoi_wave(place.xz + moved) * lines * 0.5 * (0.35 + 0.65 * gusts) * smoothstep(0.3, 3.0, depth);
    }

    // Above.
    vec3 r = reflect(dir, n);
    // From afar one sees the sides of waves that face the eye: they mirror the sky higher up.
    r.y = abs(r.y) + (1.0 - fine) * 0.16 * smoothstep(0.0, 6.0, wind.z);
    r = normalize(r);
    float facing = clamp(dot(-dir, n), 0.0, 1.0);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0) * mix(1.0, 0.62, (1.0 - fine) * smoothstep(0.0, 6.0, wind.z));
#ifdef PLAIN
    vec3 mirror = sky_at(vec3(r.x, max(r.y, 0.01), r.z));
#else
    vec3 calm = reflect(dir, normalize(mix(n, vec3(0.0, 1.0, 0.0), 0.8)));
    calm.y = abs(calm.y);
    vec3 mirror = mirrored(place, r, calm), sky = sky_at(vec3(r.x, max(r.y, 0.01), r.z));
    mirror = mix(mirror, sky, clamp(0.13 * wind.z - 0.2, 0.0, 0.85)); // waves tear the images of hills
#endif
    vec3 sparkle = light_colour * shade * min(glitter(n, -dir, unseen + 0.004), 40.0) * max(light.y, 0.0);

    // Foam: where it is shallow, in lines that come in with the waves; on crests of a windy sea; of boats.
    float surf = clamp(1.0 - depth / max(hides.w, 0.01), 0.0, 1.0);
    float noise = texture(noise_map, p / 16.0 + vec2(clock.x * 0.004, -clock.x * 0.006)).x - 0.5 + (texture(noise_map, p / 64.0).y - 0.5) * 0.7;
    float rolls = sin(depth * 4.6 + clock.x * 0.75 + noise * 7.0) * 0.5 + 0.5;
    float foam = clamp(3.0 * (surf * 1.25 - 0.75 + 0.9 * noise), 0.0, 1.0) * (0.35 + 0.65 * rolls);
    foam = max(foam, smoothstep(0.78, 0.97, rolls) * smoothstep(0.05, 0.5, surf + 0.25) * step(0.001, surf + 0.3) *
                         (1.0 - smoothstep(hides.w, hides.w * 2.2, depth)) * smoothstep(-0.2, 0.25, noise) * 0.7);
    foam *= mix(0.6, 1.0, smoothstep(0.3, 0.6, froth)) * step(0.001, hides.w);
    float gale = clamp((wind.z - 5.0) / 12.0, 0.0, 1.0), least = mix(0.78, 0.69, gale) - 0.07 * crest - 0.1 * (gusts - 0.5);
    float caps = step(0.001, gale) * smoothstep(least, least + 0.07, froth) * smoothstep(3.0, 9.0, depth);
    foam = max(foam, caps * 0.85 * exp(-d / 2500.0));
    foam = max(foam, wake.x * 0.95);
    foam *= exp(-d / 5000.0);

    vec3 over = mix(under, mirror, fresnel) + sparkle;
    over = mix(over, vec3(0.8) * sun_in / PI, foam * 0.9);
    result = kept(through_air(over, place));
}
