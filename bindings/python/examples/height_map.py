# SPDX-License-Identifier: MIT
"""A height map of a land as a grey PNG of 16 bits, and the same in colours.

    python3 height_map.py [--seed TEXT] [--size PIXELS] [--step METRES] [--out FOLDER]
"""
import argparse
import pathlib

import loam


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", default="green valley")
    options.add_argument("--size", type=int, default=512)
    options.add_argument("--step", type=int, default=64, help="metres from a pixel to the next")
    options.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    chosen = options.parse_args()

    size, reach = chosen.size, chosen.size * chosen.step // 2
    with loam.Jobs() as jobs, loam.Land(loam.seed(chosen.seed), jobs=jobs) as land:
        start = land.find_start()
        heights = land.heights(start.x - reach, start.z - reach, size, size, chosen.step)

    # Rows of a land go north, rows of a picture go down. heights is a memoryview: numpy.asarray(heights) takes it as it is.
    values = heights.cast("B").cast("f")
    flipped = [height for row in range(size - 1, -1, -1) for height in values[row * size:(row + 1) * size]]
    low, high = min(flipped), max(flipped)
    grey, coloured = chosen.out / "heights.png", chosen.out / "heights_coloured.png"
    loam.write_field_png(grey, flipped, size, size, low, high)
    with loam.Picture(size, size) as picture:
        picture.field(flipped, size, size, -max(-low, high), max(-low, high), "terrain")
        picture.write_png(coloured)
    print(f"{grey} and {coloured}: {size} x {size} pixels of {chosen.step} m, from {low:.1f} to {high:.1f} m")


if __name__ == "__main__":
    main()
