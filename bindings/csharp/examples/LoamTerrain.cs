// SPDX-License-Identifier: MIT
// For Unity: put it on an empty object. When the game starts, that has a terrain with the ground of a land around a
// good place to begin at, and the land's trees and boulders on it. Unity's axes are Loam's: x east, y up, z north.
using System.Collections.Generic;
using Loam;
using UnityEngine;

public class LoamTerrain : MonoBehaviour
{
    public string seed = "green valley";
    public int resolution = 513; // samples along a side: 33, 65, ... 4097, as Unity has them
    public int step = 1;         // metres from a sample to the next
    public UnityEngine.Material material;    // of trees and boulders, with colours of vertices

    readonly Dictionary<int, UnityEngine.Mesh> shapes = new Dictionary<int, UnityEngine.Mesh>();

    void Start()
    {
        using (var jobs = new Jobs())
        using (var land = new Land(Seeds.FromText(seed), jobs))
        {
            LandStart start = land.FindStart();
            int side = (resolution - 1) * step;
            long x = start.X - side / 2, z = start.Z - side / 2;
            float low = AddGround(land, x, z, side);
            AddThings(land, x, z, side, low);
        }
    }

    // Returns the height of the terrain's lowest point above the sea.
    float AddGround(Land land, long x, long z, int side)
    {
        float[] heights = land.Heights(x, z, resolution, resolution, step);
        float low = Mathf.Min(heights), range = Mathf.Max(Mathf.Max(heights) - low, 1);
        var shares = new float[resolution, resolution];
        for (int j = 0; j < resolution; j++)
            for (int i = 0; i < resolution; i++)
                shares[j, i] = (heights[j * resolution + i] - low) / range;
        var data = new TerrainData();
        data.heightmapResolution = resolution; // before the size, which it changes
        data.size = new Vector3(side, range, side);
        data.SetHeights(0, 0, shares);
        UnityEngine.Terrain.CreateTerrainGameObject(data).transform.SetParent(transform, false);
        return low;
    }

    void AddThings(Land land, long x, long z, int side, float low)
    {
        using (var things = new LandThings(land))
        {
            foreach (LandThing thing in things.Find(x, z, side, side))
            {
                var one = new GameObject(things.KindName(thing));
                one.transform.SetParent(transform, false);
                one.transform.localPosition = new Vector3((float)(thing.X / (double)Constants.ScatterOne - x), thing.Y - low,
                                                          (float)(thing.Z / (double)Constants.ScatterOne - z));
                one.transform.localRotation = Quaternion.Euler(0, -360 * thing.Turn, 0);
                one.transform.localScale = new Vector3(thing.Size, thing.Size, thing.Size);
                one.AddComponent<MeshFilter>().sharedMesh = Shape(thing.Shape);
                one.AddComponent<MeshRenderer>().sharedMaterial = material;
            }
        }
    }

    UnityEngine.Mesh Shape(int shape)
    {
        UnityEngine.Mesh found;
        if (shapes.TryGetValue(shape, out found)) return found;
        using (var mesh = new Loam.Mesh())
        {
            mesh.AddThing((ThingKind)shape, 0, 1);
            return shapes[shape] = ToUnity(mesh, (ThingKind)shape);
        }
    }

    static UnityEngine.Mesh ToUnity(Loam.Mesh mesh, ThingKind kind)
    {
        int count = mesh.VertexCount;
        var vertices = new Vector3[count];
        var normals = new Vector3[count];
        var colours = new Color32[count];
        for (int i = 0; i < count; i++)
        {
            Vertex vertex = mesh.Vertices[i];
            vertices[i] = new Vector3(vertex.Position[0], vertex.Position[1], vertex.Position[2]);
            normals[i] = new Vector3(vertex.Normal[0], vertex.Normal[1], vertex.Normal[2]);
            uint rgb = Native.loam_thing_colour(kind, vertex.Materials[0]);
            colours[i] = new Color32((byte)(rgb >> 16), (byte)(rgb >> 8), (byte)rgb, 255);
        }
        var indices = new int[mesh.IndexCount];
        for (int i = 0; i < indices.Length; i++) indices[i] = (int)mesh.Indices[i];
        return new UnityEngine.Mesh { vertices = vertices, normals = normals, colors32 = colours, triangles = indices };
    }
}
