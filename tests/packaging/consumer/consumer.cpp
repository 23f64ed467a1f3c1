// SPDX-License-Identifier: MIT
// A C++ program of somebody else's. It has a pipeline compute the noise that consumer.c computes by
// itself, in a stage that is a lambda, and prints the same line.
#include <cstdint>
#include <cstdio>
#include <loam/loam.h>

static constexpr std::int32_t side = 64;

static loam_stage_def height_stage(const std::uint64_t &seed)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = "height";
    def.axes = LOAM_AXES_XY;
    def.page_size = side;
    def.payload_size = side * side * sizeof(float);
    def.parameters = &seed;
    def.parameters_size = sizeof seed;
    def.run = [](loam_slice *slice) {
        loam_noise_def noise_def = loam_default_noise_def();
        noise_def.octaves = 5;
        loam_noise noise;
        const auto seed = *static_cast<const std::uint64_t *>(slice->parameters);
        const loam_result result = loam_noise_init(&noise, &noise_def, seed);
        if (result != LOAM_OK)
        {
            return result;
        }
        const loam_noise_area area{slice->x, slice->y, 0, 1, side, side, 1};
        return loam_noise_grid2(&noise, static_cast<float *>(slice->out), area);
    };
    return def;
}

static loam_result print_page(loam_pipeline *pipeline)
{
    const loam_page *page = nullptr;
    const loam_result result = loam_pipeline_get(pipeline, loam_page_id{0, 0, 0, 0, 0}, &page);
    if (result != LOAM_OK)
    {
        return result;
    }
    const unsigned long long hash = loam_hash_f32(static_cast<const float *>(page->data),
                                                  page->size / sizeof(float), 0);
    std::printf("loam %s %016llx\n", loam_version(), hash);
    loam_pipeline_release(pipeline, page);
    return LOAM_OK;
}

int main()
{
    const std::uint64_t seed = loam_seed_from_text("consumer");
    const loam_pipeline_def def = loam_default_pipeline_def();
    const loam_stage_def stage = height_stage(seed);
    loam_pipeline *pipeline = nullptr;
    const bool done = loam_pipeline_create(&def, &pipeline) == LOAM_OK &&
                      loam_pipeline_add(pipeline, &stage) == LOAM_OK &&
                      print_page(pipeline) == LOAM_OK;
    if (!done)
    {
        std::fprintf(stderr, "%s\n", loam_last_error());
    }
    loam_pipeline_destroy(pipeline);
    return done ? 0 : 1;
}
