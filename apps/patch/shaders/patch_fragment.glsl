// The ground of a patchwork: materials by their weights, on three sides (Barrio Morra 2021, 3.4; weights of the sides
// are absolute values of the normal, of sum 1), in the colours of the definitions; or a colour for each part.
in vec3 place;
in vec3 facing;
in vec2 inside;
in vec4 weight_low, weight_high;
uniform sampler2DArray colours; // of materials, with their height
uniform sampler2DArray bumps;   // their normals, roughness
uniform vec4 slots[8];          // colour, layer; the layer of water is -1
uniform vec3 own[4];            // of terrain, horizontal, vertical and diagonal sewing, if painted
uniform float painted;
uniform float edge; // the last column and row of terrain
out vec4 result;

#define SLOTS 8
#define SNOW 7 // its layer; the weather's snow is one slot more
#define MATERIALS 14
uniform float tile_m[MATERIALS];

struct taken
{
    vec3 colour, bump;
    float height, rough;
};

// From two places of the map, chosen by a slow noise, so that it does not repeat (after Quilez 2015, "Texture
// repetition").
vec4 colour_at(float layer, vec2 p, vec2 px, vec2 py, float kind)
{
    float i = floor(kind * 8.0), f = kind * 8.0 - i;
    vec4 a = textureGrad(colours, vec3(p + sin(vec2(3.0, 7.0) * i), layer), px, py);
    vec4 b = textureGrad(colours, vec3(p + sin(vec2(3.0, 7.0) * (i + 1.0)), layer), px, py);
    return mix(a, b, smoothstep(0.25, 0.75, f - 0.35 * (a.w - b.w)));
}

taken take(vec4 slot, vec3 p, vec3 px, vec3 py, vec3 side, float kind)
{
    float layer = slot.w, s = 1.0 / tile_m[int(layer + 0.5)], rough = 0.0;
    vec4 colour = vec4(0.0), b;
    vec3 bump = vec3(0.0);
    if (side.y > 0.02)
    {
        colour += colour_at(layer, p.xz * s, px.xz * s, py.xz * s, kind) * side.y;
        b = textureGrad(bumps, vec3(p.xz * s, layer), px.xz * s, py.xz * s);
        bump += vec3(b.x * 2.0 - 1.0, 0.0, b.y * 2.0 - 1.0) * side.y;
        rough += b.z * side.y;
    }
    if (side.x > 0.02)
    {
        colour += colour_at(layer, p.zy * s, px.zy * s, py.zy * s, kind) * side.x;
        b = textureGrad(bumps, vec3(p.zy * s, layer), px.zy * s, py.zy * s);
        bump += vec3(0.0, b.y * 2.0 - 1.0, b.x * 2.0 - 1.0) * side.x;
        rough += b.z * side.x;
    }
    if (side.z > 0.02)
    {
        colour += colour_at(layer, p.xy * s, px.xy * s, py.xy * s, kind) * side.z;
        b = textureGrad(bumps, vec3(p.xy * s, layer), px.xy * s, py.xy * s);
        bump += vec3(b.x * 2.0 - 1.0, b.y * 2.0 - 1.0, 0.0) * side.z;
        rough += b.z * side.z;
    }
    // The same seen larger, so that it does not look the same everywhere.
    vec2 q = side.y > 0.4 ? p.xz : side.x > side.z ? p.zy : p.xy;
    vec2 qx = side.y > 0.4 ? px.xz : side.x > side.z ? px.zy : px.xy;
    vec2 qy = side.y > 0.4 ? py.xz : side.x > side.z ? py.zy : py.xy;
    float clumps = textureGrad(colours, vec3(q * s / 8.0, layer), qx * s / 8.0, qy * s / 8.0).w;
    vec3 mean = textureLod(colours, vec3(0.5, 0.5, layer), 16.0).rgb;
    vec3 tint = colour.rgb / max(mean, 0.02);
    return taken(slot.rgb * tint * tint * (0.72 + 0.56 * clumps), bump, colour.w, rough);
}

// Water that bears: flat colour, ripples, and the sky in it.
taken take_water(vec4 slot, vec3 p)
{
    vec2 r = texture(noise_map, p.xz / 23.0 + clock.x * 0.013).xy + texture(noise_map, p.xz / 9.0 - clock.x * 0.021).zw - 1.0;
    return taken(slot.rgb * 0.45, vec3(r.x, 0.0, r.y) * 0.22, 0.5, 0.12);
}

vec4 slot_at(int i)
{
    return i < SLOTS ? slots[i] : vec4(0.62, 0.66, 0.7, float(SNOW));
}

vec3 part_colour()
{
    int kind = (inside.x > edge ? 1 : 0) + (inside.y > edge ? 2 : 0);
    return kind == 0 ? own[0] : kind == 1 ? own[1] : kind == 2 ? own[2] : own[3];
}

void main()
{
    vec3 n = normalize(facing);
    vec2 near = place.xz + viewer_near;
    vec3 p = vec3(near.x, place.y, near.y);
    float d = length(place - vec3(0.0, eye, 0.0));
    vec4 n64 = texture(noise_map, near / 64.0), n512 = texture(noise_map, near / 512.0);
    vec3 px = dFdx(p), py = dFdy(p);
    float lx = length(px), ly = length(py);
    px *= min(1.0, 4.0 * ly / max(lx, 1e-6));
    py *= min(1.0, 4.0 * lx / max(ly, 1e-6));
    vec3 side = pow(abs(n), vec3(6.0));
    side /= side.x + side.y + side.z;

    float kind = n64.w * 2.0 + n512.w * 1.4; // so fast that a tile of 4 m meets another one beside it
    float weight[SLOTS + 1], dry = 1.0;
    for (int i = 0; i < 4; i++)
    {
        weight[i] = weight_low[i];
        weight[i + 4] = weight_high[i];
    }
    for (int i = 0; i < SLOTS; i++)
    {
        dry -= slots[i].w < -0.5 ? weight[i] : 0.0;
    }
    float snow = snow_stays(fallen_snow(n64.z), 1.0 - n.y) * clamp(dry, 0.0, 1.0); // it melts in water
    for (int i = 0; i < SLOTS; i++)
    {
        weight[i] *= 1.0 - snow;
    }
    weight[SLOTS] = snow;
    vec3 colour = vec3(0.0), bump = vec3(0.0);
    float sum = 0.0, rough = 0.0, first = 1.0, wet = 0.0;
    for (int turn = 0; turn < TAKEN && painted < 0.5; turn++)
    {
        int best = 0;
        for (int i = 1; i <= SLOTS; i++)
        {
            best = weight[i] > weight[best] ? i : best;
        }
        float share = weight[best];
        weight[best] = -1.0;
        first = turn == 0 ? max(share, 0.001) : first;
        if (share < 0.03 && turn > 0)
        {
            break;
        }
        vec4 slot = slot_at(best);
        bool water = slot.w < -0.5;
        taken t = water ? take_water(slot, p) : take(slot, p, px, py, side, kind);
        float lies = max(share / first * (0.5 + t.height), 0.01);
        lies = pow(lies, mix(3.0, 1.0, smoothstep(20.0, 250.0, d)));
        colour += t.colour * lies;
        bump += t.bump * lies;
        rough += t.rough * lies;
        wet += water ? lies : 0.0;
        sum += lies;
    }
    if (painted > 0.5)
    {
        colour = part_colour();
        rough = 0.9;
        sum = 1.0;
    }
    colour /= sum;
    bump /= sum;
    rough /= sum;
    wet /= sum;
    colour *= painted > 0.5 ? 1.0 : 1.0 + ((n64.z - 0.5) * 0.25 + (n512.x - 0.5) * 0.35) * (1.0 - wet);

    float damp = rain_damp() * (1.0 - wet);
    colour *= 1.0 - damp * 0.55;
    rough *= 1.0 - damp * 0.7;

    float fades = exp(-d / 400.0);
    vec3 nn = normalize(n + (bump - n * dot(bump, n)) * mix(0.3, 1.0, fades));
    float seen = 1.0 - cloud_shade(place) * 0.8;
    float facing_light = mix(max(dot(nn, light), 0.0), max(dot(n, light), 0.0), 0.25);
    vec3 to_eye = normalize(vec3(0.0, eye, 0.0) - place);
    vec3 half_way = normalize(light + to_eye);
    float shine = pow(max(dot(nn, half_way), 0.0), mix(90.0, 6.0, rough)) * mix(0.5, 0.01, rough);
    vec3 sky_light = ambient * (0.55 + 0.45 * nn.y) * 1.2;
    vec3 from_ground = bounce * (0.35 + 0.65 * (1.0 - nn.y));
    vec3 shaded = colour * (light_colour * seen * facing_light + sky_light + from_ground) / PI +
                  light_colour * seen * shine * step(0.0, dot(n, light)) * 0.3;
    if (wet > 0.01)
    {
        vec3 up = reflect(-to_eye, nn);
        float grazing = pow(1.0 - clamp(dot(nn, to_eye), 0.0, 1.0), 5.0);
        shaded = mix(shaded, sky_at(vec3(up.x, abs(up.y), up.z)), wet * (0.03 + 0.75 * grazing));
    }
    if (clock.w > 0.0)
    {
        shaded += rain_shine(nn, to_eye) * (1.0 - wet);
    }
    result = kept(through_air(shaded, place));
}
