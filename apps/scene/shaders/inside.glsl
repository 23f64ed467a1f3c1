// What shaders know of the land's inside: where it is drawn, light of the sky in it, lamps. Without a body body_at.w
// is 0 and nothing of it counts: a compiler sees that, and leaves it out.
#ifdef INSIDE
uniform vec4 body_at;        // low corner of the mask to the viewer's whole metre (x, z); m along its side; whether
uniform float body_floor;    // m: nothing is drawn below
uniform float body_strip;    // m along its border where the surface is drawn, too
#else
const vec4 body_at = vec4(0.0);
const float body_strip = 0.0;
const float body_floor = 0.0;
#endif
uniform vec3 body_light_at;  // the first cell of light: to the viewer's whole metre (x, z), y above the sea
uniform sampler2D body_mask; // above 0: the surface is not drawn here
uniform sampler3D body_light; // light of the sky; density, solid above 0.5
uniform sampler2DArray inside_surface; // as surface
uniform float inside_levels;
uniform float outdoors; // whether the viewer is above the surface, 0 .. 1
uniform vec4 lamps[8]; // places to the viewer, y above the sea; strength
uniform int lamp_count;

#define BODY_CELL (body_at.z / 64.0)
#define LIGHT_SIZE vec3(256.0, 128.0, 256.0)

bool is_body(vec2 at)
{
    vec2 uv = (at + viewer_part - body_at.xy) / body_at.z;
    return body_at.w > 0.0 && min(uv.x, uv.y) > 0.0 && max(uv.x, uv.y) < 1.0 && textureLod(body_mask, uv, 0.0).x > 0.0;
}

// Whether a place lies so far inside of the body that the surface is not needed.
bool is_inside_body(vec2 at)
{
    vec2 s = vec2(body_strip, -body_strip);
    return is_body(at + s.xx) && is_body(at + s.yx) && is_body(at + s.xy) && is_body(at + s.yy);
}

// The finest level whose window has a place.
float level_at(vec2 at)
{
    float l = 0.0;
    for (; l < inside_levels - 1.0; l += 1.0)
    {
        vec4 w = level_window[int(l)];
        vec2 t = (at + viewer_part - w.xy) / w.z;
        if (min(t.x, t.y) > 3.0 && max(t.x, t.y) < w.w - 4.0)
        {
            break;
        }
    }
    return l;
}

// Ground and water of the surface.
vec2 surface_at(vec2 at)
{
    float l = level_at(at);
    vec4 w = level_window[int(l)];
    vec2 t = (at + viewer_part - w.xy) / w.z, i = floor(t), f = t - i;
    vec2 corner[4];
    for (int k = 0; k < 4; k++)
    {
        vec2 texel = clamp(i + vec2(float(k & 1), float(k >> 1)), vec2(0.0), vec2(w.w - 1.0));
        corner[k] = texelFetch(inside_surface, ivec3(ivec2(mod(level_wrap[int(l)].xy + texel, w.w)), int(l)), 0).xy;
    }
    float h = mix(mix(corner[0].x, corner[1].x, f.x), mix(corner[2].x, corner[3].x, f.x), f.y);
    return vec2(h, max(max(corner[0].y, corner[1].y), max(corner[2].y, corner[3].y)));
}

vec3 light_uv(vec3 at)
{
    return (vec3(at.x + viewer_part.x, at.y, at.z + viewer_part.y) - body_light_at) / LIGHT_SIZE +
           vec3(1.0 / 256.0, 1.0 / 128.0, 1.0 / 256.0);
}

// How much a place is known to be open because a viewer outdoors sees it from afar, 0 .. 1: light comes by that way.
float open_from_afar(vec3 at)
{
    return outdoors * smoothstep(40.0, 160.0, length(at - vec3(0.0, eye, 0.0)));
}

// How much light of the sky comes to a place that lies so far above the surface, whose normal is n and that of the
// place m, 0 .. 1. Where it is not known it is guessed by how far below the surface it lies, across that: a wall that
// faces the open is a hollow's, and sees more of the sky than one that faces the rock.
float sky_in(vec3 at, float above, vec3 n, vec3 m)
{
    if (body_at.w == 0.0)
    {
        return 1.0;
    }
    float guess = exp(min(above * n.y, 0.0) / mix(10.0, 40.0, smoothstep(-0.6, 0.6, dot(n, m))));
    guess = max(guess, 0.6 * open_from_afar(at));
    vec3 uv = light_uv(at), edge = min(uv, 1.0 - uv) * LIGHT_SIZE;
    float known = clamp((min(edge.x, min(edge.y, edge.z)) - 4.0) / 16.0, 0.0, 1.0);
    if (known == 0.0)
    {
        return guess;
    }
    float there = textureLod(body_light, uv, 0.0).x;
    return mix(guess, there * sqrt(there), known);
}

// How much of the sun's light passes what stands in its way within the grid of light, by so many steps.
float sun_in(vec3 at, vec3 n, float sky, float steps)
{
    if (body_at.w == 0.0)
    {
        return 1.0;
    }
    float seen = smoothstep(0.0, 0.25, sky), t = 1.5;
    vec3 from = at + n * 1.6;
    for (float i = 0.0; i < steps && seen > 0.02; i += 1.0)
    {
        vec3 uv = light_uv(from + light * t);
        if (min(uv.x, min(uv.y, uv.z)) < 0.01 || max(uv.x, max(uv.y, uv.z)) > 0.99)
        {
            break;
        }
        float solid = textureLod(body_light, uv, 0.0).y;
        seen = min(seen, 1.0 - smoothstep(0.4, 0.85, solid));
        t += 1.2 + t * 2.2 / steps;
    }
    return seen;
}

// Light of lamps that falls on a place.
vec3 lamp_light(vec3 at, vec3 n)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < lamp_count; i++)
    {
        vec3 way = lamps[i].xyz - at;
        float d2 = dot(way, way), d = sqrt(d2);
        float facing = 0.25 + 0.75 * max(dot(n, way / max(d, 0.05)), 0.0); // walls around send some back
        float reach = max(1.0 - d / 90.0, 0.0);
        sum += lamps[i].w * facing * reach * reach / (d2 + 40.0);
    }
    return sum * vec3(1.0, 0.72, 0.42);
}

// Rock that is cut where the body ends, so far below the surface.
vec3 cut_rock(vec3 at, float below)
{
    float afar = open_from_afar(at);
    vec3 comes = ambient * max(exp(-below / 9.0), 0.5 * afar) + light_colour * max(light.y, 0.0) * 0.4 * afar;
    vec3 lit = vec3(0.11, 0.10, 0.09) * comes / PI;
    return mix(lit, through_air(lit, at), max(exp(-below / 20.0), afar));
}
