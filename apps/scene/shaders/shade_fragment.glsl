// How much of the sun (red) and of the sky (green) something takes from the ground; more of both in its middle.
in vec2 from_root;
flat in vec4 shadow;
flat in float trunk;
out vec4 result;

void main()
{
    vec2 half_size = vec2(0.5 * (shadow.y - shadow.x), shadow.z);
    vec2 p = vec2(from_root.x - 0.5 * (shadow.x + shadow.y), from_root.y) / half_size;
    float within = dot(p, p), crown = 1.0 - smoothstep(0.25, 1.0, within);
    float stem = (1.0 - smoothstep(trunk, trunk + 0.6, abs(from_root.y))) * step(0.0, from_root.x) *
                 step(from_root.x, 0.5 * (shadow.x + shadow.y));
    // What the moon or a sun at the horizon throws is hardly seen.
    float sharp = smoothstep(0.02, 0.2, light.y);
    result = shadow.w > 0.5 ? vec4(max(crown * 0.85, stem * 0.5) * sharp, 0.0, 0.0, 0.0)
                            : vec4(0.0, crown * 0.5, 0.0, 0.0);
}
