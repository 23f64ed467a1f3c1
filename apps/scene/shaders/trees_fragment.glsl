// What stands on the land, lit as the ground is; leaves let some light through. Near and far forms, and the end of what
// is drawn, go over to each other pixel by pixel. Crowns have holes, most of them where they are seen from the side, so
// that they have leaves for an outline.
in vec3 place;
in vec3 facing;
in vec3 own;
in vec3 on_it;
in vec2 taken;
in float leafy;
flat in vec3 parts;
uniform sampler2DArray light_map; // light that is seen past the hills, openness
uniform float pixel; // how wide one is, radians
uniform sampler2DArray leaf_map; // leaf_texture.h
uniform vec2 leaf_kind;          // which leaves; whether they are cut
out vec4 result;

void main()
{
    // An even order of the pixels (Jimenez 2014, "interleaved gradient noise"), another one for each thing.
    float order = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))) + parts.z * 7.0);
    vec3 way = vec3(0.0, eye, 0.0) - place;
    float d = length(way);
    vec3 to_eye = way / max(d, 0.01), n = normalize(facing), side = abs(cross(dFdx(on_it), dFdy(on_it)));
    vec2 on_side = side.y > max(side.x, side.z) ? on_it.xz : side.x > side.z ? on_it.zy : on_it.xy;
    vec4 leaves = textureLod(noise_map, on_side / 3.0, log2(max(d * pixel * 85.0, 1.0)));
    float aside = abs(dot(n, to_eye));
    if (order < parts.x || order >= parts.y || leafy * (leaves.y + 0.37 * (1.0 - aside) * (1.0 - aside)) > 0.69)
    {
        discard;
    }
    // From near there are single leaves with gaps between them, farther away bunches of them that grow with the distance,
    // one size leading over to the next; where these are too small to be seen, too, the crown is closed.
    vec3 leaf_light = vec3(0.5);
    if (leafy * leaf_kind.y > 0.5)
    {
        float lod = log2(max(d * pixel * 256.0, 0.25)), seen = 1.0 - smoothstep(4.5, 6.5, lod);
        float size = clamp(lod - 1.0, 0.0, 2.9);
#ifdef PLAIN
        float whole = floor(size + order); // pixel by pixel, at half of the price
        vec4 leaf = textureLod(leaf_map, vec3(on_side * exp2(-1.0 - whole), leaf_kind.x), lod - whole);
#else
        float whole = floor(size), scale = exp2(-1.0 - whole);
        vec4 leaf = mix(textureLod(leaf_map, vec3(on_side * scale, leaf_kind.x), lod - whole),
                        textureLod(leaf_map, vec3(on_side * scale * 0.5, leaf_kind.x), lod - whole - 1.0), size - whole);
#endif
        seen *= 1.0 - smoothstep(0.2, 0.6, aside) * smoothstep(1.5, 3.5, lod); // no sky through a crown's middle
        if (leaf.a < 0.5 * seen)
        {
            discard;
        }
        leaf_light = mix(leaf_light, vec3(leaf.x, leaf.yz), 1.0 - smoothstep(1.5, 4.0, lod));
        n = normalize(n + vec3(leaf_light.y - 0.5, 0.0, leaf_light.z - 0.5) * 1.6);
    }
    n = normalize(n + leafy * (leaves.zwx - 0.5) * 1.5);
    float l = level_at(place.xz);
    vec4 w = level_window[int(l)];
    vec2 on_map = (level_wrap[int(l)].xy + (place.xz + viewer_part - w.xy) / w.z + 0.5) / w.w;
    vec2 lit = textureLod(light_map, vec3(on_map, l), 0.0).xy;
    float sun = clamp(dot(n, light) * 0.75 + 0.25, 0.0, 1.0) * lit.x * (1.0 - cloud_shade(place) * 0.8);
    sun *= 1.0 - taken.x;
    vec3 sky_light = ambient * (0.55 + 0.45 * n.y) * lit.y * 1.2 * (1.0 - taken.y);
    vec3 from_ground = bounce * (0.3 + 0.5 * (1.0 - n.y)) * lit.y;
    vec3 colour = own * mix(1.0, (0.45 + 1.1 * leaves.x) * (0.4 + 1.2 * leaf_light.x), leafy);
    colour = mix(colour, vec3(0.82), snow_stays(snow_cover, 0.5 - 0.5 * n.y) * 0.8);
    vec3 shaded = colour * (light_colour * sun + sky_light + from_ground) / PI;
    shaded += colour * lamp_light(place, n) * (1.0 - 0.8 * step(0.001, light.y)) / PI;
    result = kept(through_air(shaded, place));
}
