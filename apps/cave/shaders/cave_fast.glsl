// How materials look at a place, for slow machines: as taken.glsl has it, with a tenth of its lookups.
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

// texels: how many of a map of 1 m a pixel covers.
taken take(int layer, vec3 p, float texels, vec3 side, float kind)
{
    float s = 1.0 / tile_m[layer], lod = log2(texels * s), l = float(layer), rough = 0.0, sum = 0.0;
    vec4 colour = vec4(0.0);
    vec3 bump = vec3(0.0);
    vec3 share = max(side - 0.2, 0.0);
    if (share.y > 0.0)
    {
        vec4 b = textureLod(bumps, vec3(p.xz * s, l), lod);
        colour += textureLod(colours, vec3(p.xz * s, l), lod) * share.y;
        bump.xz += (b.xy * 2.0 - 1.0) * share.y;
        rough += b.z * share.y;
    }
    if (share.x > 0.0)
    {
        vec4 b = textureLod(bumps, vec3(p.zy * s, l), lod);
        colour += textureLod(colours, vec3(p.zy * s, l), lod) * share.x;
        bump.zy += (b.xy * 2.0 - 1.0) * share.x;
        rough += b.z * share.x;
    }
    if (share.z > 0.0)
    {
        vec4 b = textureLod(bumps, vec3(p.xy * s, l), lod);
        colour += textureLod(colours, vec3(p.xy * s, l), lod) * share.z;
        bump.xy += (b.xy * 2.0 - 1.0) * share.z;
        rough += b.z * share.z;
    }
    sum = 1.0 / (share.x + share.y + share.z);
    colour *= sum;
    return taken(colour.rgb * colour.rgb, bump * sum, colour.w, rough * sum);
}
