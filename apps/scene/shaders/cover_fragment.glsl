// What covers the ground, as its vertices have it; fronds are cut into leaflets.
in vec3 seen;
in vec3 own;
in vec3 place;
in vec2 frond;
flat in vec3 foot;
uniform vec2 form;
out vec4 result;

void main()
{
    if (form.x > 0.5)
    {
        float across = abs(frond.y), leaflet = fract(frond.x * 13.0 - across * 0.9);
        if (across > 0.13 && leaflet > 0.78 - 0.3 * across)
        {
            discard;
        }
    }
#ifdef INSIDE
    // Nothing stands where the ground has been taken away.
    if (body_at.w > 0.0 && is_body(foot.xz) && textureLod(body_light, light_uv(foot - vec3(0.0, 2.0, 0.0)), 0.0).y < 0.25)
    {
        discard;
    }
#endif
    vec3 colour = seen;
    if (lamp_count > 0)
    {
        colour += own * lamp_light(place, vec3(0.0, 1.0, 0.0)) * (1.0 - 0.8 * step(0.001, light.y)) / PI;
    }
    result = kept(colour);
}
