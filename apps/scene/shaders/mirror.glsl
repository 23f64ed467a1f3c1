// What water mirrors, from the picture that was drawn without it.
uniform sampler2D below; // the picture without water
uniform sampler2D below_depth;
uniform mat4 to_clip;
uniform vec4 lens; // pixels (x, y); near and far, m
uniform float mirror_steps;

#define MIRROR_REACH 20000.0 // m

float depth_at(vec2 uv)
{
    float z = textureLod(below_depth, uv, 0.0).x * 2.0 - 1.0;
    return 2.0 * lens.z * lens.w / (lens.w + lens.z - z * (lens.w - lens.z));
}

// What the water mirrors: hills that the picture shows, else the sky with its clouds.
// calm: the same direction over a calmer water, for hills, whose images small waves only blur.
vec3 mirrored(vec3 place, vec3 r, vec3 calm)
{
    vec3 sky = sky_at(vec3(r.x, max(r.y, 0.01), r.z));
    float up = max(r.y, 0.03);
    vec3 hit = vec3(place.xz + r.xz / up * (clock.z - place.y), 0.0).xzy;
    vec2 q = hit.xz + viewer_far - drift;
    // Waves blur clouds; sharp ones would be dots and outlines of their brown grey on dark water.
    float n = textureLod(noise_map, q / 16384.0, 4.0).x * 0.65 + textureLod(noise_map, q / 4096.0, 6.0).y * 0.35;
    float cloud = smoothstep(-0.04, 0.3, n - (1.0 - air.w) * 0.62 - 0.16) * smoothstep(0.0, 0.3, r.y);
    sky = mix(sky, light_colour * 0.07 + ambient * 0.22, cloud * 0.75);
    float t = 2.0 + length(place.xz) * 0.02;
    float grows = pow(MIRROR_REACH / t, 1.0 / mirror_steps); // a step, so that all of them reach the far hills
    for (float i = 0.0; i < mirror_steps; i += 1.0)
    {
        vec3 p = place + calm * t;
        vec4 c = to_clip * vec4(p, 1.0);
        vec2 uv = c.xy / c.w * 0.5 + 0.5;
        if (c.w <= 0.0 || uv.x < -0.2 || uv.x > 1.2 || uv.y > 1.0 || uv.y < 0.0)
        {
            break;
        }
        uv.x = clamp(uv.x, 0.0, 1.0); // what lies beside the picture is taken to go on as at its border
        float seen = depth_at(uv);
        float shown_height = eye + (p.y - eye) * seen / c.w; // of the bed, if it is below the water
        if (seen < c.w && seen > c.w - t * 1.4 * (grows - 1.0) - 4.0 && seen < lens.w * 0.9 && shown_height > place.y + 0.1)
        {
            float far = t, near = t / grows;
            for (float k = 0.0; k < 5.0; k += 1.0)
            {
                float half_way = 0.5 * (near + far);
                vec4 m = to_clip * vec4(place + calm * half_way, 1.0);
                vec2 at = clamp(m.xy / m.w * 0.5 + 0.5, 0.0, 1.0);
                bool over = depth_at(at) > m.w;
                near = over ? half_way : near;
                far = over ? far : half_way;
                uv = at;
            }
            float edge = smoothstep(0.0, 0.1, 1.0 - uv.y);
            return mix(sky, unkept(textureLod(below, uv, 0.0).rgb), edge);
        }
        t *= grows;
    }
    return sky;
}
