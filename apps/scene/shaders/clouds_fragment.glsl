// Clouds in a layer that the view is followed through: their light, and how much of what is behind passes. It
// takes long and is soft, so there are fewer of these pixels than of others.
in vec2 at;
uniform vec3 right, up, ahead; // of the view, right and up as long as half of the picture
uniform float cloud_steps;
uniform sampler3D cloud_map;
out vec4 result;

#define THICK 1100.0

// Heaps: a slow noise says where they stand and how high they grow, puffs eat away their sides.
// blur: m between the places that are asked for; what is finer than that would only sparkle.
float heap; // of the last place that was asked for: how high clouds stand there
float cloud_at(vec3 p, float rough, float blur)
{
    float h = (p.y - clock.z) / THICK;
    vec2 q = p.xz + viewer_far - drift;
    float puffs = textureLod(cloud_map, vec3(q.x, p.y, q.y) / 2048.0, max(log2(blur / 32.0), 0.0)).x;
    vec2 bent = q + (puffs - 0.5) * vec2(700.0, -500.0);
    float n = textureLod(noise_map, bent / 16384.0, 0.0).x * 0.65 + textureLod(noise_map, bent / 4096.0, 0.0).y * 0.35;
    float base = (n - (1.0 - air.w) * 0.62 - 0.16) * 2.6;
    heap = base + (puffs - 0.5) * 1.2;
    if (base <= 0.0)
    {
        return 0.0;
    }
    float grows = clamp(0.35 + base * 1.3, 0.3, 1.0);
    float shape = smoothstep(0.0, 0.12, h) * (1.0 - smoothstep(0.45 * grows, grows, h));
    float within = base - 0.75 * h * h; // heaps are domes: the higher, the narrower
    float dens = smoothstep(0.0, 0.4, within) * shape * 0.95 - (1.0 - puffs) * 0.55 * (0.35 + h);
    if (dens <= 0.0 || rough > 0.5)
    {
        return clamp(dens - 0.07, 0.0, 1.0);
    }
    float fine = textureLod(cloud_map, vec3(q.x, p.y * 1.1, q.y) / 512.0, max(log2(blur / 8.0), 0.0)).x;
    return clamp(dens - (1.0 - fine) * 0.14, 0.0, 1.0);
}

float phase(float c, float g)
{
    return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * c, 1.5));
}

float chance(vec2 pixel)
{
    vec3 q = fract(vec3(pixel.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

// Noise of the pixel's place without slow parts: steps that begin at it show neither bands nor combs.
float blue_noise()
{
    vec2 p = gl_FragCoord.xy;
    float around = chance(p + vec2(1.0, 0.0)) + chance(p - vec2(1.0, 0.0)) + chance(p + vec2(0.0, 1.0)) +
                   chance(p - vec2(0.0, 1.0));
    return fract(chance(p) * 0.8 - around * 0.2 + 1.0);
}

vec3 cloud_shine(vec3 p, float dens, float forward)
{
    // Below a closed cover little light is left but what comes through: dark where clouds stand high.
    float closed = smoothstep(0.85, 1.0, air.w);
    float through = mix(1.0, 0.3 + 2.0 * exp(-1.9 * max(heap, 0.0)), closed);
    float thick = cloud_at(p + light * 80.0, 1.0, 40.0) * 150.0 + cloud_at(p + light * 380.0, 1.0, 110.0) * 390.0;
    float lets = exp(-thick * 0.022) * 0.8 + exp(-thick * 0.005) * 0.2;
    float h = clamp((p.y - clock.z) / THICK, 0.0, 1.0);
    return light_colour * lets * forward * (1.0 - 0.5 * exp(-dens * 14.0)) + ambient * (0.12 + 0.2 * h) * through;
}

#ifdef PLAIN
// A sheet instead of heaps: as thick as a noise has it, and darker the more of it lies towards the light.
vec4 clouds(vec3 dir, vec3 behind)
{
    float t = (clock.z + 300.0 - eye) / max(dir.y, 0.012);
    float blur = log2(t * 0.02 / sqrt(max(dir.y, 0.02))); // m that a pixel covers, as a power of 2
    vec2 q = dir.xz * t + viewer_far - drift;
    vec2 to_light = light.xz / max(light.y, 0.25) * 260.0;
    vec4 puffs = textureLod(noise_map, q / 2048.0, blur - 3.0);
    vec2 bent = q + (puffs.xy - 0.5) * 900.0;
    vec4 fine = textureLod(noise_map, bent / 900.0, blur - 1.8);
    float n = textureLod(noise_map, bent / 16384.0, 0.0).x * 0.65 + textureLod(noise_map, bent / 4096.0, blur - 4.0).y * 0.35;
    float lit = textureLod(noise_map, (bent + to_light) / 16384.0, 0.0).x * 0.65 + textureLod(noise_map, (bent + to_light) / 4096.0, blur - 4.0).y * 0.35;
    float rough = (puffs.z - 0.5) * 0.22 + (fine.x - 0.5) * 0.12;
    float thick = max((n + rough - (1.0 - air.w) * 0.62 - 0.16) * 4.2, 0.0);
    float stops = (1.0 - exp(-thick * 2.6)) * smoothstep(0.012, 0.09, dir.y);
    float c = dot(dir, light), closed = smoothstep(0.85, 1.0, air.w);
    float forward = mix(phase(c, 0.6), phase(c, -0.2), 0.35) * 2.2 + 0.05;
    float lets = exp(-max(thick * 1.1 + (lit - n) * 9.0, 0.0)) * 0.75 + 0.25;
    float through = mix(1.0, 0.3 + 2.0 * exp(-1.1 * thick), closed);
    vec3 shine = (light_colour * lets * forward + ambient * 0.22 * through) * mix(1.0, 0.5, smoothstep(0.4, 1.6, thick));
    float fade = exp(-t / 34000.0 - air.x * air.y / max(dir.y, 0.02) * 0.12);
    return vec4(mix(behind, shine, fade) * stops, 1.0 - stops);
}
#else
vec4 clouds(vec3 dir, vec3 behind)
{
    float low = clock.z, high = clock.z + THICK;
    if (dir.y < 0.012)
    {
        return vec4(0.0, 0.0, 0.0, 1.0);
    }
    float t0 = (low - eye) / dir.y, t1 = min((high - eye) / dir.y, t0 + 4500.0);
    float len = max((t1 - t0) / cloud_steps, 45.0); // shorter ones show nothing more
    float c = dot(dir, light);
    float forward = mix(phase(c, 0.6), phase(c, -0.2), 0.35) * 2.2 + 0.05;
    float passes = 1.0, mean_t = 0.0, weight = 0.0;
    vec3 sum = vec3(0.0), shine = vec3(0.0);
    float shone = 0.0; // up to where the light that was found last is good enough
    // Long steps through clear air. At the first place within a cloud one step is taken back, and steps are short
    // until the cloud is nearly opaque or over.
    float t = t0 + blue_noise() * len, fine = 0.0;
    for (float i = 0.0; i < cloud_steps * 2.0 && t < t1 && passes > 0.04; i += 1.0)
    {
        float by = fine > 0.0 ? len * 0.3 : len;
        vec3 p = vec3(0.0, eye, 0.0) + dir * t;
        float dens = cloud_at(p, 0.0, by);
        if (dens > 0.002 && fine <= 0.0 && passes > 0.4)
        {
            fine = 6.0;
            t -= len * 0.7;
            continue;
        }
        fine = dens > 0.002 && passes > 0.4 ? 6.0 : fine - 1.0;
        if (dens > 0.002)
        {
            float stops = 1.0 - exp(-dens * by * 0.015);
            if (t >= shone)
            {
                shine = cloud_shine(p, dens, forward);
                shone = t + 45.0;
            }
            sum += shine * stops * passes;
            mean_t += t * stops * passes;
            weight += stops * passes;
            passes *= 1.0 - stops;
        }
        t += by;
    }
    if (weight < 0.001)
    {
        return vec4(0.0, 0.0, 0.0, 1.0);
    }
    // Far clouds fade into the air before them.
    mean_t /= weight;
    float fade = exp(-mean_t / 34000.0 - air.x * air.y / max(dir.y, 0.02) * 0.12);
    sum = sum * fade + behind * weight * (1.0 - fade);
    return vec4(sum, passes);
}
#endif

void main()
{
    vec3 dir = normalize(ahead + right * at.x + up * at.y);
    vec4 c = clouds(dir, sky_at(vec3(dir.x, max(dir.y, 0.02), dir.z)));
    result = vec4(kept(c.rgb).rgb, c.w);
}
