// Where the ground lies that a pixel shows. It is shaded when all of it is known: a card shades four pixels wherever a
// triangle touches one, and the ground's triangles are small.
in vec3 place;
flat in float level_of;
in float leads;
out vec4 result; // the place; the level, half of how far the next one counts, and 32 if it is seen from below

void main()
{
    if (is_inside_body(place.xz))
    {
        discard;
    }
    bool from_below = body_at.w > 0.0 && !gl_FrontFacing;
    result = vec4(place, level_of + 0.5 * leads + (from_below ? 32.0 : 0.0));
}
