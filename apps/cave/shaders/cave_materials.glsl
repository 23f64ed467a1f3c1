// Layers of the textures of materials, as material.h has them.
#define GRASS 0
#define RED_ROCK 5
#define MUD 6
#define SNOW 7
#define GREY_ROCK 8
#define GRAVEL 9
#define SOIL 10
#define BROWN_ROCK 13
#define MATERIALS 14
