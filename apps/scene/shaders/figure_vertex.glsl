// A box from the number of the vertex alone: two triangles on each of six sides.
uniform vec3 centre;
uniform vec3 axis_x, axis_y, axis_z;
uniform mat4 to_clip;
out vec3 place;
out vec3 facing;

void main()
{
    int side = gl_VertexID / 6, k = gl_VertexID - side * 6;
    float turned = side >= 3 ? -1.0 : 1.0;
    int axis = side >= 3 ? side - 3 : side;
    float u = k == 1 || k == 2 || k == 4 ? 1.0 : -1.0, v = k == 2 || k == 4 || k == 5 ? 1.0 : -1.0;
    vec3 a = axis == 0 ? axis_x : axis == 1 ? axis_y : axis_z;
    vec3 b = axis == 0 ? axis_y : axis == 1 ? axis_z : axis_x;
    vec3 c = axis == 0 ? axis_z : axis == 1 ? axis_x : axis_y;
    place = centre + a * turned + b * u + c * v;
    // Normals lean outwards, so that limbs look round.
    facing = normalize(a) * turned + 0.45 * (normalize(b) * u + normalize(c) * v);
    gl_Position = to_clip * vec4(place, 1.0);
}
