// SPDX-License-Identifier: MIT
// As much of Unity as LoamTerrain.cs uses, so that it can be compiled and run without it; and a look at what it made.
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    public struct Color32
    {
        public byte r, g, b, a;

        public Color32(byte r, byte g, byte b, byte a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }
    }

    public struct Quaternion
    {
        public static Quaternion Euler(float x, float y, float z)
        {
            return new Quaternion();
        }
    }

    public static class Mathf
    {
        public static float Min(params float[] values)
        {
            return values.Min();
        }

        public static float Max(params float[] values)
        {
            return values.Max();
        }

        public static float Max(float a, float b)
        {
            return Math.Max(a, b);
        }
    }

    public class Material
    {
    }

    public class Mesh
    {
        public Vector3[] vertices, normals;
        public Color32[] colors32;
        public int[] triangles;
    }

    public class Component
    {
        public GameObject gameObject;
        public Transform transform { get { return gameObject.transform; } }
    }

    public class Transform : Component
    {
        public readonly List<Transform> children = new List<Transform>();
        public Vector3 localPosition, localScale;
        public Quaternion localRotation;

        public void SetParent(Transform parent, bool worldPositionStays)
        {
            parent.children.Add(this);
        }
    }

    public class MeshFilter : Component
    {
        public Mesh sharedMesh;
    }

    public class MeshRenderer : Component
    {
        public Material sharedMaterial;
    }

    public class MonoBehaviour : Component
    {
    }

    public class GameObject
    {
        public readonly string name;
        public new readonly Transform transform;
        public readonly List<Component> components = new List<Component>();
        public TerrainData terrain;

        public GameObject(string name)
        {
            this.name = name;
            transform = new Transform { gameObject = this };
        }

        public T AddComponent<T>() where T : Component, new()
        {
            var made = new T { gameObject = this };
            components.Add(made);
            return made;
        }
    }

    public class TerrainData
    {
        public int heightmapResolution;
        public Vector3 size;
        public float[,] heights;

        public void SetHeights(int x, int y, float[,] heights)
        {
            if (heights.GetLength(0) != heightmapResolution) throw new ArgumentException("heights of another resolution");
            this.heights = heights;
        }
    }

    public class Terrain
    {
        public static GameObject CreateTerrainGameObject(TerrainData data)
        {
            return new GameObject("Terrain") { terrain = data };
        }
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
            var owner = new GameObject("land");
            var behaviour = owner.AddComponent<LoamTerrain>();
            behaviour.resolution = 65;
            behaviour.step = 2;
            typeof(LoamTerrain).GetMethod("Start", System.Reflection.BindingFlags.NonPublic |
                                                   System.Reflection.BindingFlags.Instance).Invoke(behaviour, null);
            TerrainData data = owner.transform.children[0].gameObject.terrain;
            float[] shares = data.heights.Cast<float>().ToArray();
            Expect(data.size.x == 128 && data.size.z == 128, "the terrain is not 128 m wide");
            Expect(shares.Min() == 0 && shares.Max() == 1, "heights are not from 0 to 1");
            var things = owner.transform.children.Skip(1).ToArray();
            Expect(things.Length >= 3, "hardly anything stands on the terrain");
            foreach (Transform thing in things)
            {
                Vector3 at = thing.localPosition;
                var i = (int)Math.Min(at.x / 2, 63);
                var j = (int)Math.Min(at.z / 2, 63);
                float ground = data.heights[j, i] * data.size.y;
                Expect(at.x >= 0 && at.x <= 128 && at.z >= 0 && at.z <= 128, "a thing stands beside the terrain");
                Expect(Math.Abs(ground - at.y) < 8, "a thing at " + at.y + " m is not on the ground at " + ground);
                Mesh mesh = ((MeshFilter)thing.gameObject.components[0]).sharedMesh;
                Expect(mesh.triangles.Length % 3 == 0 && mesh.triangles.Max() < mesh.vertices.Length, "a mesh is broken");
            }
            Console.WriteLine("LoamTerrain: " + things.Length + " things on " + data.size.y + " m of relief");
        }
    }
}
