// The sky where no ground is: air, stars, moon and sun, and before them the clouds, which were drawn before.
in vec2 at;
uniform vec3 right, up, ahead; // of the view, right and up as long as half of the picture
uniform vec3 sun, moon, disc;
uniform float night;
uniform sampler2D cloud_picture;
out vec4 result;

float wisps(vec3 dir)
{
    vec2 p = dir.xz / (dir.y + 0.08) * 9000.0 + viewer_far - 2.0 * drift;
    float n = texture(noise_map, vec2(p.x / 32768.0, p.y / 65536.0) + 0.1).z * 0.6 +
              texture(noise_map, vec2(p.x / 8192.0, p.y / 32768.0)).w * 0.4;
    return smoothstep(0.5, 0.85, n) * smoothstep(0.02, 0.25, dir.y);
}

// Clouds have fewer pixels than the picture: four of them are mixed, so that neither blocks nor grain are seen.
vec4 clouds_here(vec2 uv)
{
    vec2 half_texel = 0.5 / vec2(textureSize(cloud_picture, 0));
    vec2 other = vec2(half_texel.x, -half_texel.y);
    return 0.25 * (textureLod(cloud_picture, uv + half_texel, 0.0) + textureLod(cloud_picture, uv - half_texel, 0.0) +
                   textureLod(cloud_picture, uv + other, 0.0) + textureLod(cloud_picture, uv - other, 0.0));
}

vec3 stars(vec3 dir)
{
    vec3 q = dir * 190.0, cell = floor(q);
    vec3 h = fract(sin(vec3(dot(cell, vec3(127.1, 311.7, 74.7)), dot(cell, vec3(269.5, 183.3, 246.1)),
                            dot(cell, vec3(113.5, 271.9, 124.6)))) * 43758.5453);
    float there = step(0.985, h.x);
    float r = length(q - cell - 0.3 - 0.4 * h);
    float bright = pow(h.y, 6.0) * 3.0 + 0.25;
    return there * bright * smoothstep(0.35, 0.05, r) * mix(vec3(1.0, 0.82, 0.65), vec3(0.7, 0.82, 1.0), h.z);
}

// Whether a line of sight that meets nothing leaves the body below the surface, or through its floor: there is rock.
bool ends_in_rock(vec3 dir, out vec3 at, out float below)
{
    float t = 0.0;
    vec2 corner = body_at.xy - viewer_part, cell = floor(-corner / BODY_CELL);
    vec2 flat_dir = mix(vec2(1e-5), dir.xz, step(vec2(1e-5), abs(dir.xz)));
    vec2 ahead_side = corner + (cell + step(vec2(0.0), flat_dir)) * BODY_CELL;
    vec2 next = ahead_side / flat_dir, every = BODY_CELL / abs(flat_dir);
    for (float i = 0.0; i < 64.0 && is_body(dir.xz * t + flat_dir * 0.01); i += 1.0)
    {
        t = min(next.x, next.y);
        next += next.x < next.y ? vec2(every.x, 0.0) : vec2(0.0, every.y);
        if (eye + dir.y * t < body_floor)
        {
            t = dir.y < 0.0 ? (body_floor - eye) / dir.y : t;
            at = vec3(dir.xz * t, body_floor).xzy;
            below = max(surface_at(at.xz).x - body_floor, 20.0);
            return true;
        }
    }
    at = vec3(dir.xz * t, eye + dir.y * t).xzy;
    below = surface_at(at.xz).x - at.y;
    return below > 0.0;
}

void main()
{
    vec3 dir = normalize(ahead + right * at.x + up * at.y);
    vec3 rock;
    float below;
    if (body_at.w > 0.0 && ends_in_rock(dir, rock, below))
    {
        result = kept(cut_rock(rock, below));
        return;
    }
    vec3 colour = sky_at(dir);
    float clear = 1.0 - smoothstep(0.5, 0.95, air.w);
    if (night > 0.0)
    {
        colour += stars(dir) * night * 0.016 * smoothstep(-0.02, 0.2, dir.y) * clear;
    }
    float to_moon = dot(dir, moon);
    if (to_moon > 0.99)
    {
        vec3 across = normalize(cross(moon, vec3(0.0, 1.0, 0.0)));
        vec2 q = vec2(dot(dir, across), dot(dir, cross(across, moon))) / 0.011;
        float face = 0.55 + 0.75 * texture(noise_map, q * 0.12 + 0.4).x;
        colour += vec3(1.0, 0.96, 0.88) * face * smoothstep(1.0, 0.93, length(q)) * mix(0.15, 0.2, night) * 1.6 * clear;
        colour += vec3(0.8, 0.9, 1.0) * 0.004 * night * pow(max(1.0 - length(q) / 9.0, 0.0), 3.0);
    }
    float to_sun = dot(dir, sun);
    colour += disc * (smoothstep(0.99996, 0.99998, to_sun) * 12.0 + pow(max(to_sun, 0.0), 1400.0) * 0.25) * clear;
    float high = wisps(dir) * 0.3 * (1.0 - air.w * 0.6);
    vec3 lit = (light_colour * 0.09 + ambient * 0.16);
    colour = mix(colour, lit, high);
    vec4 c = clouds_here(at * 0.5 + 0.5);
    colour = colour * c.w + unkept(c.rgb);
    result = vec4(kept(colour).rgb, 0.0); // no ground here: scene_read_cover
}
