// A vertex of something that stands on the land.
in vec3 at;
in vec4 normal;
in vec4 colour;  // the last: how much the year changes it
in vec4 stands;  // to the viewer, y above the sea; how tall it is
in vec4 has;     // cosine and sine of its turn, how wide it is, its tint
in vec3 drawn;   // from and up to which share of its pixels it is drawn; how much it sways
uniform mat4 to_clip;
uniform sampler2D climate; // degrees at the height of the sea
uniform vec4 climate_at;   // corner to the viewer (x, z), 1 / side in m
uniform vec4 season;       // spring, summer, autumn, winter
out vec3 place;
out vec3 facing;
out vec3 own;
out vec3 on_it;      // the place on the thing itself, m, begun elsewhere on each
out vec2 taken;      // how much of the sun and of the sky others take
out float leafy;     // whether it is leaves, 0 .. 1
flat out vec3 parts; // drawn.xy; what makes it differ from others beside it

vec2 turned(vec2 v)
{
    return vec2(v.x * has.x - v.y * has.y, v.x * has.y + v.y * has.x);
}

// Tops lean with the wind and swing back, in gusts that go over the land; leaves tremble.
vec2 swayed(float wind)
{
    vec2 root = stands.xz + viewer_near;
    float gust = sin(clock.x * 0.8 - dot(root, vec2(0.045, 0.02))) * 0.5 + 0.5;
    float swing = sin(clock.x * (1.9 - 0.03 * stands.w) + has.w * 40.0 + dot(root, vec2(0.31, 0.17)));
    float tremble = sin(clock.x * 5.0 + 9.0 * (at.x + at.z) + has.w * 90.0);
    float bend = wind * at.y * at.y * stands.w;
    return vec2(0.0012 * bend * (gust + 0.8 * swing) + 0.0004 * bend * tremble, 0.0005 * bend * swing);
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
    taken = vec2(trees.x * (1.0 - smoothstep(0.05, 0.8, at.y)), trees.y * (1.0 - smoothstep(0.0, 0.9, at.y)));
    vec3 c = colour.rgb * (0.82 + 0.3 * has.w);
    leafy = step(colour.r + 0.02, colour.g);
    c.r *= 1.0 + leafy * 0.35 * (has.w - 0.5);
    float degrees = textureLod(climate, (stands.xz + viewer_part - climate_at.xy) * climate_at.z, 0.0).x;
    vec4 year = season * year_share(degrees) * colour.a;
    float bright = dot(c, vec3(0.3, 0.6, 0.1));
    c = mix(c, c * vec3(1.12, 1.2, 0.9), year.x);
    c = mix(c, bright * mix(vec3(2.1, 1.05, 0.3), vec3(2.3, 1.6, 0.35), has.w), year.z);
    c = mix(c, bright * vec3(1.15, 0.98, 0.82), year.w);
    own = c * c;
    gl_Position = to_clip * vec4(place, 1.0);
}
