// A vertex of an island's ground, from the map of its heights. The farther it is, the fewer samples there are: those
// that the next level leaves out go over to their neighbours before it begins (Strugar 2009, "CDLOD").
in vec2 corner; // of a grid of quads
in vec4 block;  // its first sample (x, z), samples between corners, level
uniform sampler2D heights;
uniform vec4 origin;  // sample (0, 0) to the viewer (x, z), m between samples, samples along a side
uniform vec2 morph;   // m at which level 0 has gone over to level 1; share of it where that begins
uniform mat4 to_clip;
out vec3 place;
out vec2 on_map;

vec3 sample_at(vec2 at)
{
    vec2 held = min(at, vec2(origin.w - 1.0));
    return vec3(origin.x + held.x * origin.z, texelFetch(heights, ivec2(held), 0).x, origin.y + held.y * origin.z);
}

void main()
{
    vec2 at = block.xy + corner * block.z, even = block.xy + floor(corner * 0.5) * 2.0 * block.z;
    vec3 own = sample_at(at);
#ifdef SOUNDING
    float over = 0.0;
#else
    float d = length(vec3(own.x, eye, own.z)), end = morph.x * exp2(block.w);
    float over = clamp((d - end * morph.y) / (end * (1.0 - morph.y)), 0.0, 1.0);
#endif
    place = mix(own, sample_at(even), over);
    on_map = (vec2(place.x, place.z) - origin.xy) / origin.z;
    on_map = (on_map + 0.5) / origin.w;
    gl_Position = to_clip * vec4(place, 1.0);
}
