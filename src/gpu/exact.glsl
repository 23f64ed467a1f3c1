// SPDX-License-Identifier: MIT
// Arithmetic that gives the processor's bits. Floats are added, subtracted and multiplied by these functions and
// nowhere else: precise makes NoContraction of each operation, so that no driver fuses two. There is no division,
// no root and none of mix, dot and fma, which drivers round as they like. 64-bit integers are uvec2, low half
// first, which needs no feature of a device.

float wf_add(float a, float b)
{
    precise float sum = a + b;
    return sum;
}

float wf_sub(float a, float b)
{
    precise float difference = a - b;
    return difference;
}

float wf_mul(float a, float b)
{
    precise float product = a * b;
    return product;
}

float wf_min(float a, float b) { return a < b ? a : b; }
float wf_max(float a, float b) { return a > b ? a : b; }
float absolute(float a) { return uintBitsToFloat(floatBitsToUint(a) & 0x7fffffffu); }
float lerp(float a, float b, float t) { return wf_add(a, wf_mul(t, wf_sub(b, a))); }

uvec2 wide_add(uvec2 a, uvec2 b)
{
    uint carry;
    const uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

uvec2 wide_multiply(uvec2 a, uvec2 b)
{
    uint high, low;
    umulExtended(a.x, b.x, high, low);
    return uvec2(low, high + a.x * b.y + a.y * b.x);
}

/// From a signed number.
uvec2 wide_from(int a) { return uvec2(uint(a), uint(a >> 31)); }
