// Rock by a lamp and by the light that falls in. Walls are of two kinds of rock, the floor is gravel, earth and mud, and
// damp in hollows; ceilings are darker.
in vec3 place;
in vec3 facing;
in vec4 has; // how open it is, light of the sky, the plain outside, tops of walls
uniform float texel; // texels of a material's side
out vec4 result;

void main()
{
    vec3 n = normalize(facing);
    vec2 near = place.xz + viewer_near;
    vec3 p = vec3(near.x, place.y, near.y);
    vec3 to_eye = vec3(0.0, eye, 0.0) - place;
    float d = length(to_eye);
    to_eye /= max(d, 0.001);
    vec4 n64 = texture(noise_map, near / 48.0 + place.y / 61.0), n9 = texture(noise_map, near / 9.0 + place.yy / 13.0);
    vec3 px = dFdx(p), py = dFdy(p);
    float texels = max(min(length(px), length(py)) * 1.4, 0.2 * max(length(px), length(py))) * texel;
    vec3 side = pow(abs(n), vec3(5.0));
    side /= side.x + side.y + side.z;
    side = max(side - 0.06, 0.0);
    side /= side.x + side.y + side.z;

    float kind = n64.w * 2.2;
    float is_floor = smoothstep(0.5, 0.8, n.y + (n9.y - 0.5) * 0.3) * (1.0 - has.w);
    float is_ceiling = smoothstep(0.3, 0.75, -n.y);
    bool is_plain = has.z > 0.5;
    vec3 colour = vec3(0.0), bump = vec3(0.0);
    float rough = 0.0;
    if (is_floor < 0.98)
    {
        // One rock in many colours, so that none of them has an edge: rusty, pale and dark, in layers.
        taken t = take(GREY_ROCK, p, texels, side, kind);
        float bands = texture(noise_map, vec2(place.y * 0.16 + n64.y * 0.5, n64.z * 0.2)).z;
        vec3 tint = mix(vec3(0.92, 0.96, 1.02), vec3(1.22, 0.95, 0.70), smoothstep(0.3, 0.7, n64.x + (n9.z - 0.5) * 0.3));
        tint *= mix(vec3(1.0), vec3(0.72, 0.60, 0.52), 0.6 * smoothstep(0.55, 0.85, bands));
        colour = t.colour * tint * (0.8 + 0.4 * bands) * mix(1.0, 0.7, is_ceiling);
        bump = t.bump;
        rough = t.rough;
    }
    if (is_floor > 0.02)
    {
        float stony = n64.y * 0.6 + n9.w * 0.4;
        taken t = take(is_plain ? GRASS : MUD, p, texels, vec3(0.0, 1.0, 0.0), kind);
        vec3 ground = is_plain ? t.colour : t.colour * vec3(1.3, 1.22, 1.16) + 0.015;
        vec3 bumps_here = t.bump;
        float rough_here = t.rough;
        if (!is_plain && stony > 0.42)
        {
            taken stones = take(GRAVEL, p * 1.7, texels * 1.7, vec3(0.0, 1.0, 0.0), kind);
            float lies = smoothstep(0.42, 0.6, stony + (stones.height - 0.5) * 0.3);
            ground = mix(ground, stones.colour * vec3(1.2, 1.1, 0.98), lies);
            bumps_here = mix(bumps_here, stones.bump, lies);
            rough_here = mix(rough_here, stones.rough, lies);
        }
        colour = mix(colour, ground, is_floor);
        bump = mix(bump, bumps_here, is_floor);
        rough = mix(rough, rough_here, is_floor);
    }
    float damp = (1.0 - has.z) * smoothstep(0.5, 0.7, n64.x * 0.6 + n9.w * 0.4) * (0.35 + 0.65 * is_floor);
    colour *= 1.0 - 0.4 * damp;
    rough *= 1.0 - 0.65 * damp;

    vec3 nn = normalize(n + (bump - n * dot(bump, n)) * mix(0.25, 1.0, exp(-d / 25.0)));
    float open = has.x, sky = has.y;

    vec3 lit = lamp_light(place, nn) * mix(1.0, open, 0.55);
    vec3 to_lamp = normalize(lamp.xyz - place);
    vec3 half_way = normalize(to_lamp + to_eye);
    float shine = pow(max(dot(nn, half_way), 0.0), mix(110.0, 8.0, rough)) * mix(0.55, 0.015, rough);
    vec3 glint = lamp_light(place, n) * shine * step(0.0, dot(n, to_lamp));

    float sun = smoothstep(0.8, 1.0, sky) * max(dot(nn, light), 0.0);
    if (sun > 0.0)
    {
        sun *= 1.0 - cloud_shade(place) * 0.8;
    }
    // Light that falls in comes from the way out: walls there send it on.
    vec3 falls_in = (ambient * (0.75 + 0.25 * nn.y) + bounce * 0.6 + light_colour * max(light.y, 0.0) * 0.25) * sky;
    vec3 least = vec3(0.040, 0.045, 0.055) * (0.7 + 0.3 * nn.y);
    vec3 shaded = colour * (lit + (falls_in * mix(0.4, 1.0, sky) + light_colour * sun) * open + least * open) / PI + glint * 0.3;

    // Air below ground is dark, and the lamp makes some of it glow.
    float passes = exp(-d / (view_m * 0.7 + 6.0)) * (1.0 - smoothstep(0.72, 0.98, d / view_m));
    vec3 dark = shaded * passes + vec3(0.0006, 0.0007, 0.001);
    float outside = smoothstep(0.15, 0.75, max(sky, has.z)) * max(eye_sky, smoothstep(0.4, 1.0, sky));
    if (outside > 0.0)
    {
        dark = mix(dark, through_air(shaded, place), outside);
    }
    result = kept(dark);
}
