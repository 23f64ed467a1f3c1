// A vertex of something that stands on an island.
in vec3 at;
in vec4 normal;
in vec4 colour; // the last: how much of it has its kind's own colour
in vec4 stands; // to the viewer, y above the sea; how large it is
in vec4 has;    // cosine and sine of its turn, how wide it is, its chance
in vec4 drawn;  // from and up to which share of its pixels it is drawn; how much it sways; light that is seen past hills
in vec3 kind;   // the colour of its kind
uniform mat4 to_clip;
out vec3 place;
out vec3 facing;
out vec3 own;
out vec3 on_it;
out vec2 taken;
out float leafy;
out float lit;
out float thin;
flat out vec3 parts;

vec2 turned(vec2 v)
{
    return vec2(v.x * has.x - v.y * has.y, v.x * has.y + v.y * has.x);
}

// Tops lean with the wind and swing back, in gusts that go over the island.
vec2 swayed(float wind)
{
    vec2 root = stands.xz + viewer_near;
    float gust = sin(clock.x * 0.8 - dot(root, vec2(0.045, 0.02))) * 0.5 + 0.5;
    float swing = sin(clock.x * 1.7 + has.w * 40.0 + dot(root, vec2(0.31, 0.17)));
    float bend = wind * at.y * at.y * stands.w;
    return vec2(0.0012 * bend * (gust + 0.8 * swing), 0.0005 * bend * swing);
}

void main()
{
    on_it = vec3(turned(at.xz) * has.z, at.y).xzy * stands.w;
    place = stands.xyz + on_it;
    on_it += has.w * 17.0;
    place.xz += swayed(clock.y * drawn.z);
    facing = vec3(turned(normal.xz), normal.y).xzy;
    parts = vec3(drawn.xy, has.w);
    vec2 trees = tree_shade(stands.xz);
    taken = vec2(trees.x * (1.0 - smoothstep(0.05, 0.8, at.y)), trees.y * (1.0 - smoothstep(0.0, 0.9, at.y))) * step(0.01, drawn.z);
    leafy = colour.a * step(0.01, drawn.z);
    lit = drawn.w;
    thin = 0.0;
    vec3 c = colour.rgb * (0.84 + 0.3 * has.w);
    own = mix(c * c, kind * c * c * (1.0 + vec3(0.4, 0.0, -0.2) * (has.w - 0.5) * leafy), colour.a);
    gl_Position = to_clip * vec4(place, 1.0);
}
