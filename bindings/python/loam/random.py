# SPDX-License-Identifier: MIT
"""Seeds, hashes and numbers drawn without a generator: each is a function of seed and index."""
from . import native
from ._buffers import numbers


def seed(text):
    """@doc loam_seed_from_text"""
    return native.loam_seed_from_text(str(text).encode())


def seed_derive(parent, name):
    """@doc loam_seed_derive"""
    return native.loam_seed_derive(parent, name.encode())


def seed_at(parent, x, y, z=0):
    """@doc loam_seed_at"""
    return native.loam_seed_at(parent, x, y, z)


def hash_bytes(data, seed=0):
    """A hash of bytes (XXH3, 64 bits), the same on every machine."""
    view = memoryview(data).cast("B")
    return native.loam_hash_bytes(bytes(view), view.nbytes, seed)


def hash_floats(values, seed=0):
    """A hash of 32-bit floats in their little-endian form, the same on every machine."""
    array, count = numbers(values, "f")
    return native.loam_hash_f32(array, count, seed)


def random_u64(seed, index):
    """A number of 64 bits."""
    return native.loam_random_u64(seed, index)


def random_below(seed, index, limit):
    """@doc loam_random_below"""
    return native.loam_random_below(seed, index, limit)


def random_range(seed, index, first, last):
    """@doc loam_random_range"""
    return native.loam_random_range(seed, index, first, last)


def random_float(seed, index):
    """@doc loam_random_float"""
    return native.loam_random_float(seed, index)


def random_normal(seed, index):
    """@doc loam_random_normal"""
    return native.loam_random_normal(seed, index)


def random_pick(seed, index, weights):
    """@doc loam_random_pick"""
    array, count = numbers(weights, "f")
    return native.loam_random_pick(seed, index, array, count)


def floor_div(value, by):
    """Rounds down: the page, chunk or cell that a place is in, also left of 0."""
    return value // by
