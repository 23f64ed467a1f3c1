// A vertex of something that stands on the land.
in vec3 at;
in vec4 normal;
in vec4 colour;  // the last: how much the year changes it
in vec4 stands;  // to the viewer, y above the sea; how tall it is
in vec4 has;     // cosine and sine of its turn, how wide it is, its tint
uniform mat4 to_clip;
uniform sampler2D climate; // degrees at the height of the sea
uniform vec4 climate_at;   // corner to the viewer (x, z), 1 / side in m
uniform vec4 season;       // spring, summer, autumn, winter
out vec3 place;
out vec3 facing;
out vec3 own;

vec2 turned(vec2 v)
{
    return vec2(v.x * has.x - v.y * has.y, v.x * has.y + v.y * has.x);
}

void main()
{
    place = stands.xyz + vec3(turned(at.xz) * has.z, at.y).xzy * stands.w;
    facing = vec3(turned(normal.xz), normal.y).xzy;
    vec3 c = colour.rgb * (0.82 + 0.3 * has.w);
    float leaf = step(colour.r + 0.02, colour.g);
    c.r *= 1.0 + leaf * 0.35 * (has.w - 0.5);
    float degrees = textureLod(climate, (stands.xz + viewer_part - climate_at.xy) * climate_at.z, 0.0).x;
    vec4 year = season * year_share(degrees) * colour.a;
    float bright = dot(c, vec3(0.3, 0.6, 0.1));
    c = mix(c, c * vec3(1.12, 1.2, 0.9), year.x);
    c = mix(c, bright * mix(vec3(2.1, 1.05, 0.3), vec3(2.3, 1.6, 0.35), has.w), year.z);
    c = mix(c, bright * vec3(1.15, 0.98, 0.82), year.w);
    own = c * c;
    gl_Position = to_clip * vec4(place, 1.0);
}
