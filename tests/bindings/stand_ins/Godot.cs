// SPDX-License-Identifier: MIT
// As much of Godot as LoamTiles.cs uses, so that it can be compiled and run without it; and a look at what it made.
using System;
using System.Collections.Generic;

namespace Godot
{
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public class ExportAttribute : Attribute
    {
    }

    public class Image
    {
        public enum Format
        {
            Rgba8 = 5,
        }

        public byte[] Bytes;

        public static Image CreateFromData(int width, int height, bool mipmaps, Format format, byte[] data)
        {
            if (data.Length != width * height * 4) throw new ArgumentException("data of another size");
            return new Image { Bytes = data };
        }
    }

    public class Texture2D
    {
    }

    public class ImageTexture : Texture2D
    {
        public Image Image;
        public int Updates;

        public static ImageTexture CreateFromImage(Image image)
        {
            return new ImageTexture { Image = image };
        }

        public void Update(Image image)
        {
            Image = image;
            Updates++;
        }
    }

    public class Node
    {
        public virtual void _Ready()
        {
        }

        public virtual void _Process(double delta)
        {
        }

        public virtual void _ExitTree()
        {
        }
    }

    public class Sprite2D : Node
    {
        public Texture2D Texture;
    }

    static class Program
    {
        static void Expect(bool condition, string what)
        {
            if (condition) return;
            Console.Error.WriteLine("FAILED: " + what);
            Environment.Exit(1);
        }

        static void Main()
        {
            var node = new LoamTiles { Columns = 160, Rows = 90 };
            node._Ready();
            var texture = (ImageTexture)node.Texture;
            byte[] first = texture.Image.Bytes;
            var colours = new HashSet<int>();
            for (int i = 0; i < first.Length; i += 4) colours.Add(BitConverter.ToInt32(first, i));
            Expect(colours.Count > 20, "the picture has " + colours.Count + " colours only");
            for (int frame = 0; frame < 6; frame++) node._Process(1 / 60.0);
            Expect(texture.Updates > 3, "the texture was updated " + texture.Updates + " times");
            var world = (Loam.TileWorld)typeof(LoamTiles).GetField("world", System.Reflection.BindingFlags.NonPublic |
                                                                   System.Reflection.BindingFlags.Instance).GetValue(node);
            Expect(world.Steps == 9 || world.Steps == 10, "it lived " + world.Steps + " steps in a tenth of a second");
            node.Centre.X += 40;
            node._Process(0.02);
            int differ = 0;
            for (int i = 0; i < first.Length; i += 4)
                if (BitConverter.ToInt32(first, i) != BitConverter.ToInt32(texture.Image.Bytes, i)) differ++;
            Expect(differ > 1000, "the picture did not follow its centre");
            node._ExitTree();
            Console.WriteLine("LoamTiles: " + colours.Count + " colours, " + differ + " pixels moved");
        }
    }
}
