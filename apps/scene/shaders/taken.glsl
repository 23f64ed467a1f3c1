// How materials look at a place, from their textures.
uniform sampler2DArray colours; // of materials, with their height
uniform sampler2DArray bumps;   // their normals, roughness, height
uniform float tile_m[MATERIALS];

struct taken
{
    vec3 colour;
    vec3 bump;
    float height;
    float rough;
};

// One side of a material at a place of its map: colour and height, tilt and roughness.
struct side_taken
{
    vec4 colour;
    vec3 bump;
};

// From two places of the map, chosen by a slow noise, so that it does not repeat (after Quilez 2015, "Texture
// repetition"). Where one of the two hides the other it is not looked up.
side_taken take_twice(float layer, vec2 p, float lod, float kind)
{
    float k = kind * 8.0, i = floor(k), f = k - i;
    vec2 a = sin(vec2(3.0, 7.0) * i), b = sin(vec2(3.0, 7.0) * (i + 1.0));
    float t = step(0.5, f);
    vec4 colour = textureLod(colours, vec3(p + (t < 0.5 ? a : b), layer), lod);
    if (abs(f - 0.5) < 0.3)
    {
        vec4 other = textureLod(colours, vec3(p + (t < 0.5 ? b : a), layer), lod);
        vec4 c0 = t < 0.5 ? colour : other, c1 = t < 0.5 ? other : colour;
        t = smoothstep(0.36, 0.64, f - 0.16 * (c0.w - c1.w));
        colour = mix(c0, c1, t);
    }
    vec3 bump = textureLod(bumps, vec3(p + (t < 0.5 ? a : b), layer), lod).xyz; // of the one that is seen more
    return side_taken(colour, vec3(bump.xy * 2.0 - 1.0, bump.z));
}

// The same material seen larger gives clumps and swells between a pixel's size and that of a hill; seen smaller, near
// the eye, grain where a texel of the map would be a smear of many pixels.
side_taken take_side(float layer, vec2 p, float lod, float kind)
{
    side_taken t = take_twice(layer, p, lod, kind);
    vec4 clumps = textureLod(bumps, vec3(p / 8.0, layer), lod - 3.0);
    float swells = textureLod(bumps, vec3(p / 64.0 + 0.37, layer), lod - 6.0).w;
    // Snow is even: its hollows are seen by their shade, which the wind's ripples make deeper.
    bool even = layer == float(SNOW);
    t.colour.rgb *= even ? 0.92 + 0.13 * clumps.w : sqrt(0.35 + 0.75 * clumps.w + 0.55 * swells);
    t.bump.xy += (clumps.xy * 2.0 - 1.0) * (even ? 1.6 : 0.5);
    float near = clamp(0.5 - 0.5 * lod, 0.0, 1.0);
    if (near > 0.0)
    {
        vec4 grain = textureLod(bumps, vec3(p.yx * 7.3 + 0.19, layer), lod + 2.9);
        t.colour.rgb *= mix(1.0, 0.74 + 0.52 * grain.w, near * (even ? 0.2 : 1.0));
        t.bump.xy += (grain.yx * 2.0 - 1.0) * near * 0.6;
    }
    return t;
}

// texels: how many of a map of 1 m a pixel covers.
taken take(int layer, vec3 p, float texels, vec3 side, float kind)
{
    // Layers of red rock are seen from their sides only; from above it is rock as any other.
    int top = layer == RED_ROCK ? BROWN_ROCK : layer;
    vec4 tint = layer == RED_ROCK ? vec4(1.16, 0.89, 0.72, 1.0) : vec4(1.0);
    float s = 1.0 / tile_m[layer], lod = log2(texels * s);
    vec4 colour = vec4(0.0);
    vec3 bump = vec3(0.0);
    float rough = 0.0;
    if (side.y > 0.0)
    {
        side_taken t = take_side(float(top), p.xz * s, lod, kind);
        colour += t.colour * tint * side.y;
        bump.xz += t.bump.xy * side.y;
        rough += t.bump.z * side.y;
    }
    if (side.x > 0.0)
    {
        side_taken t = take_side(float(layer), p.zy * s, lod, kind);
        colour += t.colour * side.x;
        bump.zy += t.bump.xy * side.x;
        rough += t.bump.z * side.x;
    }
    if (side.z > 0.0)
    {
        side_taken t = take_side(float(layer), p.xy * s, lod, kind);
        colour += t.colour * side.z;
        bump.xy += t.bump.xy * side.z;
        rough += t.bump.z * side.z;
    }
    return taken(colour.rgb * colour.rgb, bump, colour.w, rough);
}
