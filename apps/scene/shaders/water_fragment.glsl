// Water: what lies below, dimmed by depth and bent by waves; the sky and the hills above, mirrored; foam where
// it is shallow or fast; ice where it is cold.
in vec3 place;
flat in float level_of;
in float leads;
in float dry;
uniform sampler2DArray surface;
uniform sampler2DArray shape_map;
uniform sampler2DArray light_map;
uniform sampler2D climate;
uniform vec4 climate_at;
uniform float season_degrees;      // above the mean of the year
uniform vec3 ahead;
uniform float levels;
out vec4 result;

vec2 map_at(float l)
{
    vec4 w = level_window[int(l)];
    return (level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w;
}

float water_at(vec2 texel)
{
    float side = level_window[0].w;
    return texelFetch(surface, ivec3(ivec2(mod(level_wrap[int(level_of)].xy + texel, side)), int(level_of)), 0).y;
}

// Downhill along the water's surface, rise per metre.
vec2 falls_to()
{
    vec4 w = level_window[int(level_of)];
    vec2 t = clamp(floor((place.xz + viewer_part - w.xy) / w.z + 0.5), vec2(2.0), vec2(w.w - 3.0));
    float e = water_at(t + vec2(2.0, 0.0)), v = water_at(t - vec2(2.0, 0.0));
    float n = water_at(t + vec2(0.0, 2.0)), s = water_at(t - vec2(0.0, 2.0));
    vec2 g = vec2(min(e, v) < -9000.0 ? 0.0 : v - e, min(n, s) < -9000.0 ? 0.0 : s - n);
    return g / (4.0 * w.z);
}

float waves(vec2 p, vec2 moves)
{
    float t = clock.x;
    float sum = texture(noise_map, (p + moves * t) / 64.0 + vec2(0.0, t * 0.004)).x * 1.2;
    sum += texture(noise_map, (p.yx + moves.yx * t) / 16.0 + vec2(t * 0.011, 0.0)).y * 0.5;
    sum += texture(noise_map, (p + moves * t) / 8.0 - vec2(0.0, t * 0.021)).z * 0.22;
    return sum;
}

vec3 wave_normal(vec2 p, vec2 moves, float high, float d)
{
    float e = 0.12 + d * 0.0015;
    float a = waves(p, moves), b = waves(p + vec2(e, 0.0), moves), c = waves(p + vec2(0.0, e), moves);
    return normalize(vec3((a - b) / e * high, 1.0, (a - c) / e * high));
}

void main()
{
    if (dry > 0.001)
    {
        discard;
    }
    float d = length(place - vec3(0.0, eye, 0.0));
    vec3 dir = (place - vec3(0.0, eye, 0.0)) / d;
    // At the end of its window a level has no texels to go by: the next one's count there, as for the ground.
    float next = min(level_of + 1.0, levels - 1.0);
    vec4 shape = mix(textureLod(shape_map, vec3(map_at(level_of), level_of), 0.0),
                     textureLod(shape_map, vec3(map_at(next), next), 0.0), leads);
    vec2 lit = mix(textureLod(light_map, vec3(map_at(level_of), level_of), 0.0).xy,
                   textureLod(light_map, vec3(map_at(next), next), 0.0).xy, leads);
    float sea = shape.w, deep = max(-shape.z, 0.0);
    vec2 falls = falls_to();
    float fall = length(falls);
    vec2 moves = fall > 0.0002 ? falls / fall * clamp(sqrt(fall) * 9.0, 0.4, 4.0) : vec2(0.0);
    vec2 p = place.xz + viewer_near;
    vec2 cp = (place.xz + viewer_part - climate_at.xy) * climate_at.z;
    float sea_degrees = textureLod(climate, clamp(cp, 0.004, 0.996), 0.0).x;
    float degrees = sea_degrees - 0.0062 * max(place.y, 0.0) + season_degrees * year_share(sea_degrees);
    float ice = smoothstep(-7.0, -10.0, degrees + (texture(noise_map, p / 512.0).x - 0.5) * 6.0);

    float high = mix(0.14, 0.42, sea * smoothstep(0.3, 6.0, deep)) * (0.45 + clock.y * 0.07) + min(fall * 6.0, 0.5);
    vec3 n = wave_normal(p, moves, high, d);
    n = normalize(mix(n, vec3(0.0, 1.0, 0.0), clamp(max(d / 9000.0, ice), 0.0, 0.93)));

    // Below.
    vec2 uv = gl_FragCoord.xy / lens.xy;
    float own = dot(place - vec3(0.0, eye, 0.0), ahead);
    vec2 bent = uv + n.xz * min(deep, 2.0) * 0.35 / max(own, 3.0);
    bent = depth_at(bent) > own ? bent : uv;
    float way = max(depth_at(bent) - own, 0.0) * d / max(own, 0.1);
    way = min(way, deep / max(-dir.y, 0.05) * 1.5 + 0.3);
    vec3 bed = unkept(textureLod(below, bent, 0.0).rgb);
    vec3 clears = exp(-way * mix(vec3(0.75, 0.28, 0.26), vec3(0.42, 0.10, 0.07), sea));
    float shade = lit.x * (1.0 - cloud_shade(place) * 0.8);
    vec3 sun_in = light_colour * max(light.y, 0.0) * shade + ambient * lit.y;
    vec3 body = mix(vec3(0.020, 0.034, 0.024), vec3(0.006, 0.036, 0.048), sea) * sun_in / PI * 1.6;
    float shallow = exp(-deep * 0.35) * sea;
    body += vec3(0.02, 0.075, 0.065) * shallow * sun_in / PI;

    // Above.
    vec3 r = reflect(dir, n);
    r.y = abs(r.y);
    float facing = clamp(dot(-dir, n), 0.0, 1.0);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0) * mix(1.0, 0.65, smoothstep(200.0, 6000.0, d) * sea);
    vec3 calm = reflect(dir, normalize(mix(n, vec3(0.0, 1.0, 0.0), 0.92)));
    calm.y = abs(calm.y);
    vec3 mirror = mirrored(place, r, calm);
    vec3 half_way = normalize(light - dir);
    float tight = mix(420.0, 60.0, smoothstep(20.0, 3000.0, d));
    vec3 glitter = light_colour * shade * pow(max(dot(n, half_way), 0.0), tight) * tight * 0.006;

    // Foam at shores, on crests of a windy sea, in rapids.
    float froth = texture(noise_map, (p + moves * clock.x) / 8.0).w * 0.6 + texture(noise_map, p / 32.0 - clock.x * 0.01).z * 0.4;
    float pulse = 0.5 + 0.5 * sin(deep * 7.0 + clock.x * 0.9 + froth * 9.0);
    float foam = sea * smoothstep(1.1, 0.05, deep) * smoothstep(0.38, 0.7, froth + 0.22 * pulse);
    foam += smoothstep(0.03, 0.12, fall) * smoothstep(0.42, 0.68, froth);
    foam += sea * smoothstep(9.0, 18.0, clock.y) * smoothstep(0.63, 0.78, froth) * 0.8;
    foam = clamp(foam, 0.0, 1.0) * (1.0 - ice) * exp(-d / 4000.0);
    vec3 white = vec3(0.75) * sun_in / PI;

    vec3 over = (body * (1.0 - clears)) * (1.0 - fresnel) + mirror * fresnel + glitter;
    over = mix(over, white, foam * 0.85);
    float lets = (1.0 - fresnel) * (1.0 - foam * 0.85) * (1.0 - ice);
    float crack = texture(noise_map, p / 64.0).y;
    vec3 frozen = mix(vec3(0.42, 0.55, 0.63), vec3(0.78, 0.82, 0.86), smoothstep(0.35, 0.62, crack + froth * 0.3)) *
                  sun_in / PI + mirror * fresnel * 0.35;
    over = mix(over, frozen, ice);
    vec3 seen_through = bed * clears * lets;
    vec3 colour = through_air(over, place);
    float near_part = exp(-d / 9000.0);
    result = kept(colour + seen_through * near_part);
}
