// Water as slow machines draw it: laid over the ground by its opacity, with the sky mirrored and foam.
in vec3 place;
flat in float level_of;
in float leads;
uniform float levels;
in float dry;
uniform sampler2DArray shape_map;
uniform sampler2DArray light_map;
in float degrees; // of the air
in float shade;
in vec3 passes, adds;
out vec4 result;              // light, and how much of what is below it covers

vec3 map_at(float l)
{
    vec4 w = level_window[int(l)];
    return vec3((level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w, l);
}

void main()
{
    if (dry > 0.001)
    {
        discard;
    }
    float d = length(place - vec3(0.0, eye, 0.0));
    vec3 dir = (place - vec3(0.0, eye, 0.0)) / d;
    // As for the ground: a change from one level to the next would be a line across rivers.
    vec3 own = map_at(level_of);
    vec4 shape = textureLod(shape_map, own, 0.0);
    vec2 lit = textureLod(light_map, own, 0.0).xy;
    if (leads > 0.0)
    {
        vec3 next = map_at(min(level_of + 1.0, levels - 1.0));
        shape = mix(shape, textureLod(shape_map, next, 0.0), leads);
        lit = mix(lit, textureLod(light_map, next, 0.0).xy, leads);
    }
    float sea = shape.w, deep = max(-shape.z, 0.0);
    vec2 p = place.xz + viewer_near;

    // Two trains of waves cross each other; what is too far for them is even. 190 of the short ones go into 4096 m.
    float lod = max(log2(d * 0.012), 0.0);
    vec4 a = textureLod(noise_map, p / 21.5579 + vec2(clock.x * 0.017, 0.0), lod);
    vec4 b = textureLod(noise_map, p.yx / 64.0 - vec2(0.0, clock.x * 0.006), lod - 1.5);
    float high = mix(0.22, 0.5, sea * smoothstep(0.3, 6.0, deep)) * (0.45 + clock.y * 0.07);
    float ice = smoothstep(-7.0, -10.0, degrees + (b.w - 0.5) * 6.0);
    vec2 tilt = ((a.xy - 0.5) * b.z * 2.0 + (b.xy - 0.5) * 0.5) * high * (1.0 - ice) * 0.4 / (1.0 + d / 900.0);
    vec3 n = normalize(vec3(tilt.x, 1.0, tilt.y));

    float sun = lit.x * (1.0 - shade * 0.8);
    vec3 sun_in = light_colour * max(light.y, 0.0) * sun + ambient * lit.y;
    vec3 body = mix(vec3(0.020, 0.034, 0.024), vec3(0.006, 0.036, 0.048), sea) * sun_in / PI * 1.6;
    body += vec3(0.02, 0.075, 0.065) * exp(-deep * 0.35) * sea * sun_in / PI;
    vec3 r = reflect(dir, n);
    float facing = clamp(dot(-dir, n), 0.0, 1.0), away = 1.0 - facing;
    float fresnel = 0.02 + 0.98 * away * away * away * away * away * mix(1.0, 0.65, smoothstep(200.0, 6000.0, d) * sea);
    vec3 mirror = sky_at(vec3(r.x, max(abs(r.y), 0.01), r.z));
    // Clouds make what is mirrored paler; hills around make it darker.
    mirror = mix(mirror, light_colour * 0.07 + ambient * 0.22, air.w * 0.45) * mix(0.45, 1.0, lit.y * lit.y);
    vec3 half_way = normalize(light - dir);
    float tight = mix(420.0, 60.0, smoothstep(20.0, 3000.0, d));
    vec3 glitter = light_colour * sun * pow(max(dot(n, half_way), 0.0), tight) * tight * 0.006;

    float foam = sea * smoothstep(1.1, 0.05, deep) * smoothstep(0.4, 0.66, a.w * 0.6 + b.z * 0.4 + 0.1 * sin(deep * 7.0 + clock.x * 0.9));
    foam += sea * smoothstep(9.0, 18.0, clock.y) * smoothstep(0.6, 0.75, a.w * 0.6 + b.z * 0.4) * 0.8;
    foam = clamp(foam, 0.0, 1.0) * (1.0 - ice) * exp(-d / 4000.0);
    float way = deep / max(-dir.y, 0.12);
    float clears = exp(-way * mix(0.32, 0.14, sea)) * (1.0 - fresnel) * (1.0 - foam * 0.85) * (1.0 - ice);
    vec3 over = body * (1.0 - clears) * (1.0 - fresnel) + mirror * fresnel + glitter;
    over = mix(over, vec3(0.75) * sun_in / PI, foam * 0.85);
    vec3 frozen = mix(vec3(0.42, 0.55, 0.63), vec3(0.78, 0.82, 0.86), smoothstep(0.35, 0.62, b.y + a.w * 0.3)) * sun_in / PI;
    over = mix(over, frozen + mirror * fresnel * 0.35, ice);
    // What shows through has its share of air already.
    result = vec4(kept(over / (1.0 - clears + 0.001) * passes + adds).rgb * (1.0 - clears), 1.0 - clears);
}
