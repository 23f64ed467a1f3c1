// A vertex of the water around the viewer: rings, each some per cent wider than the one before, that the swell lifts.
in vec2 corner; // ring 0 .. 1, -1 for the middle; sector -1 .. 1
uniform vec4 rings;     // radius of the first and of the last, m; azimuth of the middle sector, half of all, radians
uniform float spacing;  // between vertices, of their distance
uniform vec4 swell_waves[SWELL_WAVES]; // to the east and north, radians a metre; phase at the viewer; height, m
uniform mat4 to_clip;
out vec3 place;
out vec2 slope; // of the swell
out float crest; // how high it stands, of what it can

void main()
{
    float r = corner.x < 0.0 ? 0.0 : rings.x * pow(rings.y / rings.x, corner.x), turn = rings.z + rings.w * corner.y;
    vec2 at = r * vec2(sin(turn), cos(turn));
    vec2 ground = sounding(at);
    float depth = mix(40.0, -ground.x, ground.y), share = clamp(depth / 9.0, 0.0, 1.0);
    share *= 2.0 - share; // as swell_share
    float height = 0.0, most = 0.01;
    vec2 rise = vec2(0.0);
    for (int i = 0; i < SWELL_WAVES; i++)
    {
        vec4 w = swell_waves[i];
        // Waves too short for the vertices here would alias.
        float shown = 1.0 - smoothstep(0.9, 2.0, r * spacing * length(w.xy));
        float phase = dot(w.xy, at) + w.z;
        height += shown * w.w * sin(phase);
        rise += shown * w.w * cos(phase) * w.xy;
        most += w.w;
    }
    slope = rise * share;
    crest = height / most;
    place = vec3(at, height * share).xzy;
    gl_Position = to_clip * vec4(place, 1.0);
}
