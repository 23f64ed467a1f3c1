// A vertex of something that covers the ground. It is lit here as the ground below it is, so that it melts into it.
in vec3 at;
in vec4 normal;
in vec4 has;    // see cover_forms.h
in vec4 stands; // from the corner of the map (x, z), y above the sea; how tall it is
in vec4 looks;  // its turn, how wide it is, where it ends, what it has of its own
in vec4 root;
in vec4 tip;
in vec4 slope; // normal of the ground
uniform mat4 to_clip;
uniform vec3 anchor; // corner of the map to the viewer
uniform vec2 ends;   // m up to where there are near forms, and any
uniform vec2 form;   // whether it is a fern; whether it lies
uniform sampler2DArray light_map; // light that is seen past the hills, openness
out vec3 seen;   // as the viewer sees it
out vec3 own;    // its colour, of which a lamp's light makes something
out vec3 place;
out vec2 frond;  // along and across
flat out vec3 foot;

vec2 swayed(float wind, float tall)
{
    vec2 from = stands.xz + anchor.xz + viewer_near;
    float gust = sin(clock.x * 1.1 - dot(from, vec2(0.11, 0.06))) * 0.5 + 0.5;
    float swing = sin(clock.x * (2.6 + looks.w) + looks.w * 50.0 + dot(from, vec2(0.7, 0.4)));
    return vec2(0.010 * gust + 0.006 * swing, 0.004 * swing) * wind * tall * tall;
}

// What comes from the sun and the sky: as ground_fragment has it, with some of the sun through the blades.
vec3 lit_at(vec3 n, vec3 flat_n)
{
    vec4 w = level_window[0];
    vec2 on_map = (level_wrap[0].xy + (foot.xz + viewer_part - w.xy) / w.z + 0.5) / w.w;
    vec2 lit = textureLod(light_map, vec3(on_map, 0.0), 0.0).xy;
    vec2 trees = tree_shade(foot.xz);
    float gaps = textureLod(noise_map, (foot.xz + viewer_near) / 64.0, 2.0).z;
    trees.x *= 1.0 - 0.6 * smoothstep(0.52, 0.66, gaps); // the sun shines through them
    float sun = lit.x * (1.0 - cloud_shade(foot) * 0.8) * (1.0 - trees.x);
    float facing = mix(max(dot(n, light), 0.0), max(dot(flat_n, light), 0.0), 0.6);
    float open = mix(lit.y, lit.y * lit.y, 0.6) * (1.0 - trees.y);
    vec3 sky_light = ambient * open * (0.55 + 0.45 * n.y) * 1.35;
    return (light_colour * sun * facing + sky_light + bounce * (0.35 + 0.65 * (1.0 - n.y)) * lit.y) / PI;
}

void main()
{
    foot = stands.xyz + anchor;
    float d = length(foot - vec3(0.0, eye, 0.0)), left = clamp((looks.z - d) / (0.35 * looks.z), 0.0, 1.0);
    left *= 1.0 - step(0.5, has.z) * smoothstep(0.55, 0.97, d / ends.x);
    frond = vec2(has.w, has.y * 2.0 - 1.0);
    own = seen = place = vec3(0.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (left <= 0.0)
    {
        return; // it is not there, or not from so far
    }
    float c = cos(looks.x), s = sin(looks.x);
    float wide = looks.y * mix(0.35, 1.0, left) * (1.0 + 2.2 * d / ends.y * (1.0 - form.y)), tall = stands.w * left;
    vec3 p = vec3((at.x * c - at.z * s) * wide, at.y * tall, (at.x * s + at.z * c) * wide);
    p.y -= dot(slope.xz, p.xz) / max(slope.y, 0.3);
    p.xz += swayed(clock.y, at.y * tall) * (1.0 - form.y);
    place = foot + p;
    vec3 turned = vec3(normal.x * c - normal.z * s, normal.y, normal.x * s + normal.z * c);
    vec3 flat_n = normalize(slope.xyz), n = normalize(mix(flat_n, turned, 0.3 + 0.6 * form.y));
    vec3 colour = mix(root.rgb, tip.rgb, has.x);
    colour *= mix(vec3(1.0), vec3(0.72, 0.50, 0.34), has.y * (1.0 - form.x));
    own = colour * colour;
    // Far from the viewer only the mean of it is seen.
    vec3 mean = mix(root.rgb, tip.rgb, 0.5);
    own = mix(own, mean * mean, 0.5 * smoothstep(0.2, 1.0, d / ends.y) * (1.0 - step(0.9, has.x) * step(root.g, tip.r)));
    own = mix(own, vec3(0.75), fallen_snow(0.5) * 0.7 * has.x);
    seen = through_air(own * lit_at(n, flat_n), place);
    gl_Position = to_clip * vec4(place, 1.0);
}
