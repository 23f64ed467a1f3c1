// A vertex of a chunk, in cells from its corner.
in vec3 at;
in vec4 normal;
in vec4 shade; // how open it is, light of the sky, the plain outside, tops of walls
uniform vec3 origin; // of the chunk to the viewer, m; y up from 0
uniform float cell;
uniform mat4 to_clip;
out vec3 place;
out vec3 facing;
out vec4 has;

void main()
{
    place = at * cell + origin;
    facing = normal.xyz;
    has = shade;
    gl_Position = to_clip * vec4(place, 1.0);
}
