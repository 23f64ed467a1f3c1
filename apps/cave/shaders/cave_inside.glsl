// What the scene's shaders ask of a world's inside, of a cave: a lamp, and how much light of the sky there is where the
// viewer is.
#define BODY_CELL 64.0
const vec4 body_at = vec4(0.0);
const float body_floor = 0.0;
uniform vec4 lamp; // its place to the viewer's, y up from 0; how bright it is
uniform float eye_sky;
uniform float view_m;

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
    return eye_sky;
}

// A lamp's light falls more slowly than a point's: it is as large as a hand, and walls send some back.
vec3 lamp_light(vec3 at, vec3 n)
{
    vec3 way = lamp.xyz - at;
    float d = max(length(way), 2.0); // hands are not blinded by it
    float facing = 0.22 + 0.78 * max(dot(n, way / max(d, 0.05)), 0.0);
    float reach = max(1.0 - d / (40.0 + view_m), 0.0);
    return lamp.w * facing * reach * 8.5 / (1.0 + pow(d * 0.33, 1.4)) * vec3(1.0, 0.80, 0.55);
}

vec3 cut_rock(vec3 at, float below)
{
    return vec3(0.0);
}
