// The ground of an island: its terrains as materials, lit, wet where waves have been, under water by light that comes
// through it.
in vec3 place;
in vec2 on_map;
uniform sampler2D shapes; // normal to the east and north, openness, height
uniform sampler2D low;    // shares of terrains 0..3
uniform sampler2D high;   // and 4..7
uniform sampler2D sun_map;
uniform float has_sun_map;
uniform float layers[8];  // materials of terrains
uniform vec3 tints[8];    // what makes them the terrain's own
uniform vec4 own_isle;    // as in sounding_fragment
uniform float pixel;      // how wide one is, radians
uniform float shows;      // share of its pixels: what comes fades in
out vec4 result;

float weight[8];

int take_heaviest(out float most)
{
    int best = 0;
    most = weight[0];
    for (int i = 1; i < 8; i++)
    {
        best = weight[i] > most ? i : best;
        most = max(most, weight[i]);
    }
    for (int i = 0; i < 8; i++)
    {
        weight[i] = i == best ? -1.0 : weight[i];
    }
    return best;
}

#ifdef PLAIN
uniform sampler2DArray colours;
uniform float tile_m[MATERIALS];

struct taken
{
    vec3 colour;
    vec3 bump;
    float height;
    float rough;
};

taken take(int layer, vec3 p, float texels, vec3 side, float kind)
{
    float s = 1.0 / tile_m[layer];
    vec4 c = textureLod(colours, vec3(p.xz * s, float(layer)), log2(texels * s));
    return taken(c.rgb * c.rgb, vec3(0.0), c.w, 0.8);
}
#endif

void main()
{
    float order = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (order > shows)
    {
        discard;
    }
    if (min(place.x - own_isle.x, place.z - own_isle.y) > 0.0 && max(place.x - own_isle.z, place.z - own_isle.w) < 0.0)
    {
        discard;
    }
    vec3 way = vec3(0.0, eye, 0.0) - place;
    float d = length(way);
    vec3 to_eye = way / max(d, 0.01);
    vec4 shape = texture(shapes, on_map);
    vec3 n = normalize(vec3(shape.x, sqrt(max(1.0 - dot(shape.xy, shape.xy), 0.01)), shape.y));
    vec2 near = place.xz + viewer_near;
    float wide = d * pixel / max(abs(dot(n, to_eye)), 0.35), lod = log2(max(wide, 0.001));
    vec4 n64 = textureLod(noise_map, near / 64.0, max(lod + 2.0, 0.0)), n512 = textureLod(noise_map, near / 512.0, max(lod - 1.0, 0.0));
    vec4 n16 = textureLod(noise_map, near / 16.0, max(lod + 4.0, 0.0));
    // Borders of terrains are ragged.
    vec2 shift = ((n64.xy - 0.5) * 9.0 + (n16.zw - 0.5) * 4.0) / (textureSize(low, 0).x > 100 ? 4.0 : 16.0);
    vec2 at = on_map + shift / vec2(textureSize(low, 0));
    vec4 a = texture(low, at), b = texture(high, at);
    weight[0] = a.x; weight[1] = a.y; weight[2] = a.z; weight[3] = a.w;
    weight[4] = b.x; weight[5] = b.y; weight[6] = b.z; weight[7] = b.w;

    vec3 p = vec3(near.x, place.y, near.y);
    vec3 side = pow(abs(n), vec3(6.0));
    side = max(side / (side.x + side.y + side.z) - 0.04, 0.0);
    side /= side.x + side.y + side.z;
    float far = smoothstep(60.0, 700.0, d), texels = wide * float(textureSize(colours, 0).x);
    float kind = n64.w * 2.0 + n512.w * 1.4, sum = 0.0, rough = 0.0, first = 0.0, white = 0.0;
    vec3 colour = vec3(0.0), bump = vec3(0.0);
    for (int round = 0; round < TAKEN; round++)
    {
        float own;
        int best = take_heaviest(own);
        first = round == 0 ? own : first;
        if (own < max(0.04, 0.12 * first))
        {
            break;
        }
        int layer = int(layers[best] + 0.5);
        vec3 tint = tints[best];
        if (layer == CANOPY && d < 260.0)
        {
            // Among the trees one sees what lies below them.
            layer = LITTER;
            tint = mix(vec3(1.0, 1.25, 0.7), tint, smoothstep(90.0, 260.0, d));
        }
        taken t = take(layer, p, texels, side, kind);
        float lies = own / first * (0.5 + t.height);
        lies = pow(lies, mix(3.0, 1.0, far));
        colour += t.colour * tint * lies;
        bump += t.bump * lies;
        rough += t.rough * lies;
        white += (layer == SNOW || layer == ICE ? 1.0 : 0.0) * lies;
        sum += lies;
    }
    colour /= sum;
    bump /= sum;
    rough /= sum;
    white /= sum;
    float dark = (n64.z - 0.5) * 0.35 + (n512.x - 0.5) * 0.5;
    colour *= 1.0 + dark * (1.0 - 0.8 * white);
    colour *= vec3(1.0 + (n512.w - 0.5) * 0.12, 1.0, 1.0 - (n512.w - 0.5) * 0.12);

    // Snow of the weather, and what the sea wets.
    float steep = 1.0 - n.y + (n64.x - 0.5) * 0.15;
    float snow = snow_stays(fallen_snow(n64.z), steep) * smoothstep(0.2, 0.9, place.y);
    colour = mix(colour, vec3(0.82), snow);
    float wet = 1.0 - smoothstep(0.05, 0.7, place.y + (n16.x - 0.5) * 0.5);
    float damp = max(wet * 0.8, rain_damp()) * (1.0 - snow);
    colour *= 1.0 - damp * 0.5;
    rough *= 1.0 - damp * 0.6;

    vec3 nn = normalize(n + (bump - n * dot(bump, n)) * mix(0.3, 0.9, exp(-d / 400.0)));
    vec2 trees = tree_shade(place.xz);
    float seen = mix(1.0, texture(sun_map, on_map).x, has_sun_map);
    seen *= (1.0 - cloud_shade(place) * 0.8) * (1.0 - trees.x);
    float facing = mix(max(dot(nn, light), 0.0), max(dot(n, light), 0.0), 0.25);
    if (place.y < 0.0)
    {
        // Water lets less of red through the deeper it is, and waves gather what comes.
        facing *= mix(1.0, caustics(place), exp(-d / 250.0));
    }
    float shine = pow(max(dot(nn, normalize(light + to_eye)), 0.0), mix(90.0, 6.0, rough)) * mix(0.5, 0.01, rough);
    float open = shape.z * (1.0 - trees.y);
    vec3 sky_light = ambient * open * (0.55 + 0.45 * nn.y) * 1.3;
    vec3 from_ground = bounce * (0.4 + 0.6 * (1.0 - nn.y)) * shape.z;
    vec3 shaded = colour * (light_colour * seen * facing + sky_light + from_ground) / PI +
                  light_colour * seen * shine * step(0.0, dot(n, light)) * step(0.0, place.y) * 0.3;
    if (clock.w > 0.0)
    {
        shaded += rain_shine(nn, to_eye) * open;
    }
    // What lies under water gets its air where it is seen through that.
    result = kept(place.y < -0.2 ? shaded : through_air(shaded, place));
}
