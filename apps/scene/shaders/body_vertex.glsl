// A vertex of the land's body.
in vec3 at;
in vec4 normal;
in vec4 share_a, share_b, share_c, share_d; // of materials; the last two: water; what is no ground's cover
in vec4 tint;
uniform vec3 origin; // the tile's corner to the viewer
uniform mat4 to_clip;
out vec3 place;
out vec3 facing;
out vec4 has_a, has_b, has_c, has_d;
out vec4 tinted;

void main()
{
    place = at + origin;
    facing = normal.xyz;
    has_a = share_a;
    has_b = share_b;
    has_c = share_c;
    has_d = share_d;
    tinted = tint;
    gl_Position = to_clip * vec4(place, 1.0);
}
