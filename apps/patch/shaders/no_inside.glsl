// What the scene's shaders ask of a land's inside, where there is none.
#define BODY_CELL 64.0
const vec4 body_at = vec4(0.0);
const float body_floor = 0.0;

bool is_body(vec2 at)
{
    return false;
}

vec2 surface_at(vec2 at)
{
    return vec2(-100000.0);
}

float sky_in(vec3 at, float above, vec3 n, vec3 m)
{
    return 1.0;
}

vec3 lamp_light(vec3 at, vec3 n)
{
    return vec3(0.0);
}

vec3 cut_rock(vec3 at, float below)
{
    return vec3(0.0);
}
