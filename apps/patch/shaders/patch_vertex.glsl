// A cell: where a vertex lies follows from its number. Behind those of the grid comes a skirt around it, which hangs
// down: south, north, west, east.
in float height;
in vec2 tilt; // of the normal, to the east and north
in vec4 low, high; // weights of the slots
uniform mat4 to_clip;
uniform vec4 cell; // corner to the viewer (x, z), m between vertices, m that the skirt hangs down
uniform vec4 grid; // columns, rows, stride
uniform vec2 last; // column and row of the cell's last vertices
out vec3 place;
out vec3 facing;
out vec2 inside; // in vertices from the cell's corner
out vec4 weight_low, weight_high;

void main()
{
    int w = int(grid.x), h = int(grid.y), id = gl_VertexID;
    int column = id, row = 0, beyond = id - w * h;
    bool hangs = beyond >= 0;
    if (!hangs)
    {
        row = id / w;
        column = id - row * w;
    }
    else if (beyond < 2 * w)
    {
        row = beyond < w ? 0 : h - 1;
        column = beyond < w ? beyond : beyond - w;
    }
    else
    {
        beyond -= 2 * w;
        column = beyond < h ? 0 : w - 1;
        row = beyond < h ? beyond : beyond - h;
    }
    inside = min(vec2(float(column), float(row)) * grid.z, last);
    place = vec3(cell.x + inside.x * cell.z, height - (hangs ? cell.w : 0.0), cell.y + inside.y * cell.z);
    facing = vec3(tilt.x, sqrt(max(1.0 - dot(tilt, tilt), 0.0)), tilt.y);
    weight_low = low;
    weight_high = high;
    gl_Position = to_clip * vec4(place, 1.0);
}
