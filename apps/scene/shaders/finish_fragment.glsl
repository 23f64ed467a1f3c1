// From light to colours on a screen: exposure, a curve as film has it. Ground that has just come does not jump into
// the picture: each pixel goes there from what it was, by no more than a step.
// WHOLE: new ground may fade in, and the viewer may be under water.
in vec2 at;
uniform sampler2D picture;
uniform sampler2D before; // the last picture
uniform float most;       // a step, if it counts; else 1 and more
uniform float exposure;
uniform float wet;        // whether the viewer is under water
uniform vec3 wet_takes;   // of light, for a metre of water
uniform vec3 wet_shines;  // what water sends back of light from above
uniform vec2 lens;        // near and far, m
uniform sampler2D depths;
out vec4 result;

void main()
{
    vec2 uv = at * 0.5 + 0.5;
#ifdef PLAIN
    vec4 drawn = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); // there is one for each
#else
    vec4 drawn = texture(picture, uv);
#endif
    vec3 c = unkept(drawn.rgb);
#ifdef WHOLE
    if (wet > 0.0)
    {
        // Water takes red first; what is far sinks into its own dim green.
        float z = textureLod(depths, uv, 0.0).x * 2.0 - 1.0;
        float d = 2.0 * lens.x * lens.y / (lens.y + lens.x - z * (lens.y - lens.x));
        vec3 passes = exp(-d * wet_takes);
        c = c * passes + (ambient + light_colour * max(light.y, 0.0)) * wet_shines * (1.0 - passes);
    }
#endif
    c *= exposure;
    vec2 v = at * 0.55;
    c = shown(c * (1.0 - 0.3 * dot(v, v)));
    float dither = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    c += dither / 255.0;
#ifdef WHOLE
    if (most < 1.0)
    {
        vec3 was = texelFetch(before, ivec2(gl_FragCoord.xy), 0).rgb;
        c = was + clamp(c - was, -most, most);
    }
#endif
    result = vec4(c, drawn.a);
}
