// SPDX-License-Identifier: MIT
// Writes a part of a land as height maps that Unity imports: 2 x 2 tiles that fit together, with weights of the
// biomes for its terrain layers. What to type into the engine is in the JSON file beside them.
#include <loam/loam.h>
#include <stdio.h>

/// A program shows a bar, and stops if somebody wants no more of it.
static bool tell(void *user, int64_t rows, int64_t of)
{
    (void)user;
    if (rows == of / 2)
    {
        printf("half of %lld rows\n", (long long)of);
    }
    return true;
}

int main(void)
{
    const loam_land_def land_def = loam_default_land_def();
    const loam_env env = loam_default_env();
    loam_land *land = NULL;
    loam_heightmap_figures figures = {0};
    loam_heightmap_def def = loam_default_heightmap_def();
    def.path = "land_heightmap.raw";
    def.engine = LOAM_HEIGHTMAP_UNITY;
    def.x = -440000, def.z = -160000;
    def.size = 65, def.step = 16;
    def.columns = def.rows = 2;
    def.splat = true;
    def.progress = tell;
    loam_result result = loam_land_create(&land_def, &land);
    result = result ? result : loam_heightmap_write(land, &def, &env, &figures);
    if (result)
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    else
    {
        printf("%lld samples from %.0f to %.0f m; see %s\n", (long long)figures.samples,
               (double)figures.min, (double)figures.max, figures.about_path);
        loam_heightmap_figures_free(&env, &figures);
    }
    loam_land_destroy(land);
    return result ? 1 : 0;
}
