// SPDX-License-Identifier: MIT
// For Godot 4: a Sprite2D that shows a world of tiles and lets it live, a hundred steps a second. Move Centre (in
// tiles) and the world follows.
using System;
using System.Runtime.InteropServices;
using Godot;
using Loam;

public partial class LoamTiles : Sprite2D
{
    [Export] public string Seed = "green valley";
    [Export] public int Columns = 320;
    [Export] public int Rows = 180;

    public TilePos Centre;
    TileWorld world;
    ImageTexture shown;
    double behind;

    public override void _Ready()
    {
        ulong seed = Seeds.FromText(Seed);
        using (var source = new TileSource(seed)) Centre = source.Spawn();
        world = new TileWorld(seed, Centre.X, Centre.Y);
        ShowTiles();
    }

    public override void _Process(double delta)
    {
        behind = Math.Min(behind + delta * Constants.StepsPerSecond, 10); // slower rather than stuck
        bool stepped = behind >= 1;
        for (; behind >= 1; behind--) world.Step(Centre.X, Centre.Y);
        if (stepped) ShowTiles();
    }

    public override void _ExitTree()
    {
        world.Dispose();
    }

    void ShowTiles()
    {
        long x = Centre.X - Columns / 2, y = Centre.Y - Rows / 2;
        Tile[] tiles = world.Tiles(x, y, Columns, Rows);
        using (Picture picture = TilePictures.Draw(world.Defs, tiles, x, y, Columns, Rows))
        {
            byte[] bytes = MemoryMarshal.AsBytes(picture.Pixels).ToArray();
            Image image = Image.CreateFromData(Columns, Rows, false, Image.Format.Rgba8, bytes);
            if (shown == null) Texture = shown = ImageTexture.CreateFromImage(image);
            else shown.Update(image);
        }
    }
}
