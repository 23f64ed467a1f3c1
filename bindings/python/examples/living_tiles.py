# SPDX-License-Identifier: MIT
"""A world of tiles that lives in a terminal: rain falls, water flows, a fire burns. Ctrl-C ends it.

    python3 living_tiles.py [--seed TEXT] [--frames N] [--plain]
"""
import argparse
import shutil
import sys
import time

import loam

STEPS = 5  # a frame, of a hundredth of a second each


def rows_of(world, x, y, w, h, plain):
    """Lines of text: two tiles to a character in colours, one in letters."""
    with world.picture(x, y, w, h) as picture:
        pixels = picture.pixels
        if plain:
            tiles, names = world.tiles(x, y, w, h), {index: name for name, index in world.defs.materials.items()}
            return ["".join(" " if names[tiles[j, i, 0]] == "air" else names[tiles[j, i, 0]][0] for i in range(w))
                    for j in range(h - 1, -1, -1)]
        lines = []
        for j in range(0, h - 1, 2):
            cells = ["\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m▀".format(*(pixels[j, i, c] for c in range(3)),
                                                                     *(pixels[j + 1, i, c] for c in range(3)))
                     for i in range(w)]
            lines.append("".join(cells) + "\x1b[0m")
        return lines


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", default="green valley")
    options.add_argument("--frames", type=int, default=0, help="end after so many; 0: never")
    options.add_argument("--plain", action="store_true", help="letters instead of colours")
    chosen = options.parse_args()

    columns, lines = shutil.get_terminal_size((80, 24))
    w, h = columns - 1, (lines - 2) * (1 if chosen.plain else 2)
    seed = loam.seed(chosen.seed)
    with loam.TileSource(seed) as source:
        x, y = source.spawn()
    with loam.TileWorld(seed, x, y, ring_log2=3) as world:
        world.weather = loam.Weather.RAIN
        world.edit("circle", "water", x + w // 4, y + h // 3, radius=5)
        world.edit("square", "fire", x - w // 4, y, radius=1)
        frame = 0
        try:
            while chosen.frames == 0 or frame < chosen.frames:
                for _ in range(STEPS):
                    world.step(x, y)
                print(("" if chosen.plain else "\x1b[H\x1b[J") +
                      "\n".join(rows_of(world, x - w // 2, y - h // 2, w, h, chosen.plain)))
                print(f"step {world.steps}: {world.life.awake} tiles awake, {world.life.moved} moved", flush=True)
                frame += 1
                if chosen.frames == 0:
                    time.sleep(STEPS / 100)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    sys.exit(main())
