// SPDX-License-Identifier: MIT
#include "play/icons.h"

#include "loam/random.h"

#include <string.h>

// Pictures of materials are made from the colours that the definitions give them, so that a material that
// somebody has added has one, too. A solid is a block of it with its outer variants around; a fluid fills
// its picture up to a wave; what hangs in the air is a scatter of tiles. Signs are drawn by hand, a letter
// a pixel.

enum
{
    ICON_PIXELS = ICON_SIDE * ICON_SIDE,
    CHECK = 4,     // pixels along a square of the check
    SIGN_ROW = 16, // the row of the image where signs begin
    IMAGE_SIDE = ICON_COLUMNS * ICON_SIDE,
    IMAGE_ROWS = SIGN_ROW + (ICON_SIGNS + ICON_COLUMNS - 1) / ICON_COLUMNS,
};

struct icons
{
    loam_env env;
    painter *paint;
    painter_image *image;
};

// ---- what signs look like ---------------------------------------------------------------------------

typedef struct sign_ink
{
    char letter;
    loam_colour colour;
} sign_ink;

static const sign_ink inks[] = {
    {'#', {196, 202, 212, 255}}, // steel
    {'+', {132, 140, 154, 255}}, // its shade
    {'w', {150, 104, 60, 255}},  // wood
    {'v', {112, 74, 42, 255}},   // its shade
    {'g', {126, 178, 84, 255}},  // grass
    {'d', {128, 92, 62, 255}},   // dirt
    {'D', {98, 70, 46, 255}},    // its shade
    {'b', {92, 100, 118, 255}},  // bricks
    {'B', {66, 72, 88, 255}},    // their joints
    {'~', {74, 140, 214, 255}},  // water
    {'y', {255, 214, 92, 255}},  // sun
    {'o', {246, 150, 52, 255}},  // flame
    {'r', {226, 70, 70, 255}},   // blood
    {'R', {160, 36, 48, 255}},   // its shade
    {'c', {222, 230, 240, 255}}, // cloud
    {'C', {170, 182, 198, 255}}, // its shade
    {'W', {246, 248, 252, 255}}, // white
    {'k', {24, 22, 28, 255}},    // an outline
};

static const char *const signs[ICON_SIGNS][ICON_SIDE] = {
    [ICON_PICKAXE] = {"                ", "    ######      ", "   ++++#####    ",
                      "       ++####   ", "         w####  ", "        wvw+### ",
                      "       wvw  +## ", "      wvw   +###", "     wvw     +##",
                      "    wvw      +##", "   wvw       +##", "  wvw         ##",
                      " wvw          # ", " vw             ", "                ",
                      "                "},
    [ICON_HAMMER] = {"                ", "       ###      ", "      #####     ", "     #######    ",
                     "    ####+####   ", "    +###+####   ", "     +###+###   ", "      +##w+##   ",
                     "      wv+w+#    ", "     wvw  +     ", "    wvw         ", "   wvw          ",
                     "  wvw           ", " wvw            ", " vw             ",
                     "                "},
    [ICON_BLOCK] = {"                ", " gggggggggggggg ", " gggggggggggggg ", " gdggdgggdggdgg ",
                    " dddddddddddddd ", " ddDddddddDdddd ", " dddddddddddddd ", " dddddDdddddddD ",
                    " dddddddddddddd ", " dDddddddDddddd ", " dddddddddddddd ", " ddddDddddddDdd ",
                    " dddddddddddddd ", " dDddddddDddddd ", " DDDDDDDDDDDDDD ", "                "},
    [ICON_WALL] = {"                ", " bbbbbBbbbbbBbb ", " bbbbbBbbbbbBbb ", " bbbbbBbbbbbBbb ",
                   " BBBBBBBBBBBBBB ", " bbBbbbbbBbbbbb ", " bbBbbbbbBbbbbb ", " bbBbbbbbBbbbbb ",
                   " BBBBBBBBBBBBBB ", " bbbbbBbbbbbBbb ", " bbbbbBbbbbbBbb ", " bbbbbBbbbbbBbb ",
                   " BBBBBBBBBBBBBB ", " bbBbbbbbBbbbbb ", " bbBbbbbbBbbbbb ", "                "},
    [ICON_BUCKET] = {"                ", "     ++++++     ", "   ++      ++   ", "  +          +  ",
                     "  ############  ", "  #~~~~~~~~~~#  ", "  +#~~~~~~~~#+  ", "  +##########+  ",
                     "   #########+   ", "   #########+   ", "   +########+   ", "    #######+    ",
                     "    #######+    ", "    +######+    ", "     ++++++     ",
                     "                "},
    [ICON_AXE] = {"                ", "    ##          ", "   ####  ww     ", "  ######wvw     ",
                  "  #######vw     ", " ######+wvw     ", " +####+ wv##    ", "  +##+  wv###   ",
                  "   ++   wv+##   ", "        wv +    ", "        wv      ", "        wv      ",
                  "        wv      ", "        wv      ", "        vv      ", "                "},
    [ICON_SHEARS] = {"                ", "  ##        ##  ", "  ###      ###  ", "   ###    ###   ",
                     "   +###  ###+   ", "    +######+    ", "     +####+     ", "      +kk+      ",
                     "      ####      ", "    rr+  +rr    ", "   rrr    rrr   ", "  rr rr  rr rr  ",
                     "  r   r  r   r  ", "  rr rr  rr rr  ", "   rrr    rrr   ",
                     "                "},
    [ICON_SAPLING] = {"                ", "   gg           ", "  gggg     ggg  ",
                      "  ggggg   ggggg ", "   gggg  ggggg  ", "    ggg  gggg   ",
                      "      gg gg     ", "       wwg      ", "       wv       ",
                      "       wv       ", "       wv       ", "       wv       ",
                      "   dddddddddd   ", "  dddDddddDddd  ", " dDddddDddddddD ",
                      "  DDDDDDDDDDDD  "},
    [ICON_CIRCLE] = {"                ", "     WWWWWW     ", "   WWWWWWWWWW   ", "  WWW      WWW  ",
                     "  WW        WW  ", " WW          WW ", " WW          WW ", " WW          WW ",
                     " WW          WW ", " WW          WW ", " WW          WW ", "  WW        WW  ",
                     "  WWW      WWW  ", "   WWWWWWWWWW   ", "     WWWWWW     ",
                     "                "},
    [ICON_SQUARE] = {"                ", " WWWWWWWWWWWWWW ", " WWWWWWWWWWWWWW ", " WW          WW ",
                     " WW          WW ", " WW          WW ", " WW          WW ", " WW          WW ",
                     " WW          WW ", " WW          WW ", " WW          WW ", " WW          WW ",
                     " WW          WW ", " WWWWWWWWWWWWWW ", " WWWWWWWWWWWWWW ",
                     "                "},
    [ICON_LARGER] = {"                ", "                ", "       WW       ", "       WW       ",
                     "       WW       ", "       WW       ", "       WW       ", "  WWWWWWWWWWWW  ",
                     "  WWWWWWWWWWWW  ", "       WW       ", "       WW       ", "       WW       ",
                     "       WW       ", "       WW       ", "                ",
                     "                "},
    [ICON_SMALLER] = {"                ", "                ", "                ",
                      "                ", "                ", "                ",
                      "                ", "  WWWWWWWWWWWW  ", "  WWWWWWWWWWWW  ",
                      "                ", "                ", "                ",
                      "                ", "                ", "                ",
                      "                "},
    [ICON_SUN] = {"       yy       ", "       yy       ", "  yy        yy  ", "   y  yyyy  y   ",
                  "     yyyyyy     ", "    yyyyyyyy    ", "   yyyyyyyyyy   ", "yy yyyyyyyyyy yy",
                  "yy yyyyyyyyyy yy", "   yyyyyyyyyy   ", "    yyyyyyyy    ", "     yyyyyy     ",
                  "   y  yyyy  y   ", "  yy        yy  ", "       yy       ", "       yy       "},
    [ICON_MOON] = {"                ", "      ccccc     ", "    cccc        ", "   cccc         ",
                   "  ccccC         ", "  cccc          ", " ccccC          ", " cccc           ",
                   " cccc           ", " ccccC        c ", "  cccc       cc ", "  cccccC   ccc  ",
                   "   ccccccccccc  ", "    ccccccccC   ", "      cccccC    ", "                "},
    [ICON_CLOUD] = {"                ", "                ", "                ", "      cccc      ",
                    "     cccccc cc  ", "    cccccccccc  ", "   cccccccccccc ", "  ccccccccccccc ",
                    " cccccccccccccc ", " cccccccccccccc ", " CCcccccccccCCC ", "  CCCCCCCCCCCC  ",
                    "                ", "                ", "                ", "                "},
    [ICON_RAIN] = {"      CCCC      ", "     CCCCCC CC  ", "    CCCCCCCCCC  ", "   CCCCCCCCCCCC ",
                   "  CCCCCCCCCCCCC ", " CCCCCCCCCCCCCC ", "  CCCCCCCCCCCC  ", "                ",
                   "    ~    ~   ~  ", "   ~~   ~~  ~~  ", "   ~    ~   ~   ", "                ",
                   "  ~   ~    ~    ", " ~~  ~~   ~~    ", " ~   ~    ~     ", "                "},
    [ICON_SNOW] = {"      CCCC      ", "     CCCCCC CC  ", "    CCCCCCCCCC  ", "   CCCCCCCCCCCC ",
                   "  CCCCCCCCCCCCC ", " CCCCCCCCCCCCCC ", "  CCCCCCCCCCCC  ", "                ",
                   "   W     W   W  ", "  WWW   WWW WWW ", "   W     W   W  ", "                ",
                   "      W    W    ", "     WWW  WWW   ", "      W    W    ", "                "},
    [ICON_FLAME] = {"       o        ", "       oo       ", "      ooo       ", "      oooo   o  ",
                    "  o  ooooo  oo  ", "  oo oooyoo oo  ", "  oooooyyoooooo ", " oooooyyyyooooo ",
                    " oooooyyyyyoooo ", " ooooyyyyyyoooo ", " oooyyyWyyyyooo ", " oooyyWWWyyyooo ",
                    "  ooyyWWWWyyoo  ", "  oooyyWWWyooo  ", "    ooyyyyoo    ", "      oooo      "},
    [ICON_HEART] = {"                ", "                ", "  rrrr    rrrr  ", " rrrrrr  rrrrrr ",
                    " rWWrrrrrrrrrrR ", " rWrrrrrrrrrrrR ", " rrrrrrrrrrrrrR ", " rrrrrrrrrrrrrR ",
                    "  rrrrrrrrrrrR  ", "   rrrrrrrrrR   ", "    rrrrrrrR    ", "     rrrrrR     ",
                    "      rrrR      ", "       rR       ", "                ", "                "},
    [ICON_PLAYER] = {"     kkkkkk     ", "   kkyyyyyykk   ", "  kyyyyyyyyyyk  ", " kyyyyyyyyyyyyk ",
                     " kyyyyykkyyyyyk ", " kyyyykkkkyyyyk ", " kyyykkkkkkyyyk ", " kyyykkkkkkyyyk ",
                     " kyyyykkkkyyyyk ", "  kyyyykkyyyyk  ", "  kyyyyyyyyyyk  ", "   kyyyyyyyyk   ",
                     "    kyyyyyyk    ", "     kyyyyk     ", "      kyyk      ",
                     "       kk       "},
    [ICON_HOME] = {"                ", "       kk       ", "      krrk      ", "     krrrrk  kk ",
                   "    krrrrrrkkrk ", "   krrrrrrrrrrk ", "  krrrrrrrrrrk  ", " krrrrrrrrrrrrk ",
                   "krrrrrrrrrrrrrrk", "kkkcccccccccckkk", "  kcccccccccck  ", "  kccwwwccbbck  ",
                   "  kccwwwccbbck  ", "  kccwwwccccck  ", "  kkkkkkkkkkkk  ", "                "},
};

// ---- materials ----------------------------------------------------------------------------------

static loam_colour check_colour(int32_t x, int32_t y)
{
    return (x / CHECK + y / CHECK) % 2 != 0 ? (loam_colour){34, 36, 44, 255}
                                            : (loam_colour){22, 23, 29, 255};
}

static loam_colour inner_colour(const loam_material *material, int32_t x, int32_t y)
{
    const uint32_t pick = loam_random_u32(loam_seed_at(11, x, y, 0), 0);
    return material->colours[pick % (uint32_t)material->inner];
}

static loam_colour outer_colour(const loam_material *material, int32_t x, int32_t y)
{
    const uint32_t pick = loam_random_u32(loam_seed_at(12, x, y, 0), 0);
    return material->outer > 0
               ? material->colours[material->inner + (int32_t)(pick % (uint32_t)material->outer)]
               : loam_colour_shade(inner_colour(material, x, y), 0.8f);
}

/// How far down the surface of a fluid is.
static int32_t wave(int32_t x)
{
    static const int32_t heights[ICON_SIDE] = {4, 4, 3, 3, 3, 4, 4, 5, 5, 5, 4, 4, 3, 3, 3, 4};
    return heights[x];
}

static loam_colour fluid_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const int32_t from_top = y - wave(x);
    if (from_top < 0)
    {
        return (loam_colour){0};
    }
    const loam_colour colour = inner_colour(material, x, y / 2);
    return from_top == 0 ? loam_colour_shade(colour, 1.35f) : colour;
}

/// Gases have the shape of a cloud, or of a flame if they burn.
static loam_colour gas_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const bool burns = (material->properties & LOAM_BURNING) != 0;
    const char letter = signs[burns ? ICON_FLAME : ICON_CLOUD][y][x];
    if (letter == ' ')
    {
        return (loam_colour){0};
    }
    // The hottest is first among the variants, and in the middle.
    const int32_t place = letter == 'W' ? 0 : letter == 'y' ? 1 : letter == 'o' ? 3 : 2;
    const int32_t variant = burns ? place * (material->inner - 1) / 3
                                  : (x * 5 + y * 3) % material->inner;
    return loam_colour_shade(material->colours[variant], letter == 'C' ? 0.85f : 1);
}

/// Leaves and grass: holes in it, and no edge.
static loam_colour foliage_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const int32_t dx = 2 * x - ICON_SIDE + 1, dy = 2 * y - ICON_SIDE + 1;
    const uint32_t hole = loam_random_below(loam_seed_at(13, x, y, 0), 0, 300);
    const bool is_open = dx * dx + dy * dy + (int32_t)hole > 290;
    return is_open ? (loam_colour){0} : inner_colour(material, x, y);
}

/// Wood has its grain along one axis.
static loam_colour wood_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const bool is_edge = x == 0 || x == ICON_SIDE - 1;
    const loam_colour colour = inner_colour(material, x, y / 5 + (x % 3) * 7);
    return loam_colour_shade(colour, is_edge ? 0.7f : x % 4 == 3 ? 0.88f : 1);
}

static loam_colour solid_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const bool is_corner = (x == 0 || x == ICON_SIDE - 1) && (y == 0 || y == ICON_SIDE - 1);
    const bool is_edge = x == 0 || y == 0 || x == ICON_SIDE - 1 || y == ICON_SIDE - 1;
    if (is_corner)
    {
        return (loam_colour){0};
    }
    return is_edge ? outer_colour(material, x, y) : inner_colour(material, x / 2, y / 2);
}

/// A few grains, lit from the left.
static loam_colour seed_pixel(const loam_material *material, int32_t x, int32_t y)
{
    static const int8_t grains[3][2] = {{5, 9}, {10, 5}, {11, 11}};
    for (int32_t i = 0; i < 3; i++)
    {
        const int32_t dx = x - grains[i][0], dy = y - grains[i][1];
        const int32_t far = 3 * dx * dx + 2 * dy * dy;
        if (far <= 21)
        {
            const float shade = far > 12 ? 0.62f : dx < 0 && dy < 0 ? 1.15f : 0.95f;
            return loam_colour_shade(inner_colour(material, 4 * i, 4 * i), shade);
        }
    }
    return (loam_colour){0};
}

/// What is small and shines: a torch on its stick.
static loam_colour lamp_pixel(const loam_material *material, int32_t x, int32_t y)
{
    const int32_t dx = 2 * x - ICON_SIDE + 1, dy = 2 * y - 9;
    const int32_t far = dx * dx * 2 + dy * dy;
    if (far < 60)
    {
        return far < 16 ? (loam_colour){255, 246, 214, 255} : inner_colour(material, x, y);
    }
    if (x >= 7 && x <= 8 && y > 7)
    {
        return x == 7 ? (loam_colour){122, 84, 50, 255} : (loam_colour){94, 62, 36, 255};
    }
    if (far < 170)
    {
        const loam_colour glow = material->colours[0];
        return (loam_colour){glow.r, glow.g, glow.b, (uint8_t)((170 - far) / 2)};
    }
    return (loam_colour){0};
}

typedef loam_colour pixel_function(const loam_material *material, int32_t x, int32_t y);

static pixel_function *kind_of(const loam_material *material)
{
    const uint32_t properties = material->properties;
    if (properties & LOAM_GAS)
    {
        return gas_pixel;
    }
    if ((properties & LOAM_LOOSE) && (properties & LOAM_FLAMMABLE))
    {
        return seed_pixel;
    }
    if (properties & (LOAM_LIQUID | LOAM_LOOSE))
    {
        return fluid_pixel;
    }
    if (material->layers == LOAM_WALLS && material->light[0].a == UINT8_MAX)
    {
        return lamp_pixel;
    }
    if (properties & LOAM_LEAF)
    {
        return foliage_pixel;
    }
    return properties & LOAM_WOOD ? wood_pixel : solid_pixel;
}

void icon_of_material(const loam_material *material, loam_colour *pixels)
{
    if (material->name[0] == '\0' || material->inner < 1)
    {
        memset(pixels, 0, ICON_PIXELS * sizeof *pixels);
        return;
    }
    pixel_function *const pixel = kind_of(material);
    for (int32_t i = 0; i < ICON_PIXELS; i++)
    {
        const int32_t x = i % ICON_SIDE, y = i / ICON_SIDE;
        const loam_colour colour = pixel(material, x, y);
        const bool shows_check = (pixel == fluid_pixel || pixel == gas_pixel) && colour.a > 0 &&
                                 colour.a < UINT8_MAX;
        pixels[i] = shows_check ? loam_colour_over(colour, check_colour(x, y)) : colour;
    }
}

// ---- signs in their inks --------------------------------------------------------------------------

static loam_colour ink_of(char letter)
{
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
    {
        if (inks[i].letter == letter)
        {
            return inks[i].colour;
        }
    }
    return (loam_colour){0};
}

void icon_of_sign(icon_sign sign, loam_colour *pixels)
{
    for (int32_t i = 0; i < ICON_PIXELS; i++)
    {
        pixels[i] = ink_of(signs[sign][i / ICON_SIDE][i % ICON_SIDE]);
    }
}

// ---- the image ----------------------------------------------------------------------------------

static box place_of(int32_t index)
{
    return (box){index % ICON_COLUMNS * ICON_SIDE, index / ICON_COLUMNS * ICON_SIDE, ICON_SIDE,
                 ICON_SIDE};
}

static void put(loam_picture *picture, int32_t index, const loam_colour *pixels)
{
    const box at = place_of(index);
    for (int32_t y = 0; y < ICON_SIDE; y++)
    {
        memcpy(picture->pixels + (size_t)(at.y + y) * (size_t)picture->w + at.x,
               pixels + y * ICON_SIDE, ICON_SIDE * sizeof *pixels);
    }
}

static loam_result draw_all(icons *all, const loam_tile_defs *defs)
{
    loam_picture picture;
    loam_colour pixels[ICON_PIXELS];
    const loam_result result = loam_picture_create(&all->env, IMAGE_SIDE, IMAGE_ROWS * ICON_SIDE,
                                                   (loam_colour){0}, &picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
    {
        icon_of_material(&defs->materials[i], pixels);
        put(&picture, i, pixels);
    }
    for (int32_t i = 0; i < ICON_SIGNS; i++)
    {
        icon_of_sign((icon_sign)i, pixels);
        put(&picture, SIGN_ROW * ICON_COLUMNS + i, pixels);
    }
    painter_image_update(all->paint, all->image, &picture);
    loam_picture_destroy(&all->env, &picture);
    return LOAM_OK;
}

loam_result icons_create(const loam_env *env, painter *paint, const loam_tile_defs *defs,
                         icons **out)
{
    icons *const all = loam_alloc(env, sizeof *all);
    if (all == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *all = (icons){.env = *env, .paint = paint};
    loam_result result = painter_image_create(paint, IMAGE_SIDE, IMAGE_ROWS * ICON_SIDE,
                                              &all->image);
    result = result != LOAM_OK ? result : draw_all(all, defs);
    if (result != LOAM_OK)
    {
        icons_destroy(all);
        return result;
    }
    *out = all;
    return LOAM_OK;
}

void icons_destroy(icons *all)
{
    if (all == NULL)
    {
        return;
    }
    if (all->image != NULL)
    {
        painter_image_destroy(all->paint, all->image);
    }
    const loam_env env = all->env;
    loam_free(&env, all, sizeof *all);
}

void icons_draw(const icons *all, uint8_t material, box to, loam_colour tint)
{
    if (all != NULL)
    {
        painter_image_draw(all->paint, all->image, place_of(material), to, tint, false);
    }
}

void icons_draw_sign(const icons *all, icon_sign sign, box to, loam_colour tint)
{
    if (all != NULL)
    {
        painter_image_draw(all->paint, all->image, place_of(SIGN_ROW * ICON_COLUMNS + sign), to,
                           tint, false);
    }
}
