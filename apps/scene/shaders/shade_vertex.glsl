// A corner of the shadow of something that stands on the land (0 .. 3), or of what hangs over the ground (4 .. 7).
in vec4 stands; // on the map (x, z), m; how tall it is; radius of its crown
in float low;   // where the crown begins, of its height
uniform float map_m;
out vec2 from_root;    // along the shadow and across it, m
flat out vec4 shadow;  // where the crown's begins and ends, half its width; whether it is one
flat out float trunk;  // half its width

void main()
{
    float rise = light.y / max(length(light.xz), 0.01), slant = min(1.0 / max(rise, 0.001), 4.0);
    bool is_shadow = gl_VertexID < 4;
    float radius = is_shadow ? stands.w : stands.w * 1.15;
    float begins = is_shadow ? stands.z * low * slant - radius : -radius;
    float ends = is_shadow ? stands.z * 0.92 * slant + radius : radius;
    shadow = vec4(begins, ends, radius, is_shadow ? 1.0 : 0.0);
    trunk = min(0.03 * stands.z, 0.5);
    vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : 0.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
    from_root = vec2(mix(min(begins, -1.0), ends, corner.x), corner.y * radius);
    vec2 away = -light_flat;
    vec2 at = stands.xy + away * from_root.x + vec2(-away.y, away.x) * from_root.y;
    gl_Position = vec4(at / map_m * 2.0 - 1.0, 0.0, 1.0);
}
