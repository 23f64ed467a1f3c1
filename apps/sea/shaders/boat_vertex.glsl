// A vertex of a boat, which was placed by the processor.
in vec3 at; // to the viewer, y above the sea
in vec4 normal;
in vec4 colour; // the last: whether it is thin
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

void main()
{
    place = at;
    facing = normal.xyz;
    own = colour.rgb * colour.rgb;
    on_it = at;
    taken = vec2(0.0);
    leafy = 0.0;
    lit = 1.0;
    thin = colour.a;
    parts = vec3(0.0, 1.0, 0.0);
    gl_Position = to_clip * vec4(place, 1.0);
}
