# SPDX-License-Identifier: MIT
"""Worlds in files that survive crashes."""
import ctypes
import os

from . import native
from ._living import Living, environment, settings
from .errors import NotFound, check
from .tiles import TileDefs, TileGame


class Store(Living):
    """A world in one file. Store.create("new.loam", 7) makes one, Store.open("old.loam") opens one.

    Settings are those of StoreDef: read_only, level, queue_bytes ...
    """

    def __init__(self):
        raise TypeError("use Store.create, Store.create_land or Store.open")

    @classmethod
    def _made(cls, path, jobs, values, begin):
        definition = native.loam_default_store_def()
        definition.env, definition.path = environment(jobs), os.fsencode(path)
        settings(definition, values, "a store")
        out = ctypes.POINTER(native.Store)()
        check(begin(definition, out))
        store = cls.__new__(cls)
        store._begin(out, native.loam_store_close, jobs)
        return store

    @classmethod
    def create(cls, path, seed, defs=None, jobs=None, **values):
        """@doc loam_store_create"""
        return cls._made(path, jobs, values, lambda definition, out: native.loam_store_create(
            definition, seed, defs.data if defs is not None else None, out))

    @classmethod
    def create_land(cls, path, seed, shape=None, jobs=None, **values):
        """@doc loam_store_create_land"""
        return cls._made(path, jobs, values, lambda definition, out: native.loam_store_create_land(
            definition, seed, shape, out))

    @classmethod
    def open(cls, path, jobs=None, **values):
        """@doc loam_store_open"""
        return cls._made(path, jobs, values, native.loam_store_open)

    @property
    def seed(self):
        return native.loam_store_seed(self.pointer)

    @property
    def defs(self):
        """The definitions of a world of tiles, as a copy; None for a land."""
        found = native.loam_store_defs(self.pointer)
        return TileDefs._copied(found) if found else None

    @property
    def info(self):
        """A StoreInfo."""
        info = native.StoreInfo()
        check(native.loam_store_describe(self.pointer, info))
        return info

    def begin_game(self, jobs=None):
        """@doc loam_store_begin_game"""
        return TileGame._of_store(self, jobs)

    def save_game(self, game):
        """Saves a game: what has changed in its world, and where player, sky and time are."""
        check(native.loam_tile_world_save(native.loam_tile_game_world(game.pointer)))
        check(native.loam_store_save_game(self.pointer, game.pointer))

    def flush(self):
        """@doc loam_store_flush"""
        check(native.loam_store_flush(self.pointer))

    def __setitem__(self, name, data):
        """Keeps bytes with the world under a name of the program's own.

        @doc loam_store_set_extra
        """
        data = bytes(data)
        check(native.loam_store_set_extra(self.pointer, name.encode(), data, len(data)))

    def __getitem__(self, name):
        """The bytes of a name; KeyError if there is none."""
        count = ctypes.c_size_t()
        room = ctypes.create_string_buffer(native.MAX_EXTRA_BYTES)
        try:
            check(native.loam_store_get_extra(self.pointer, name.encode(), room, len(room), count))
        except NotFound as error:
            raise KeyError(name) from error
        return room.raw[:count.value]

    def __delitem__(self, name):
        check(native.loam_store_set_extra(self.pointer, name.encode(), None, 0))

    def verify(self):
        """Reads everything and checks it: (StoreVerdict, list of messages). Nothing is changed."""
        messages, verdict = [], native.StoreVerdict()
        found = native.StoreVerifyFound(lambda _, message: messages.append(message.decode()))
        check(native.loam_store_verify(self.pointer, found, None, verdict))
        return verdict, messages
