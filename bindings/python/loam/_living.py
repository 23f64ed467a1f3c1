# SPDX-License-Identifier: MIT
"""Things with a lifetime: made once, closed once, usable in `with`."""
import ctypes
import sys
import threading
import weakref

from . import native
from .errors import check


_counting = threading.RLock()  # the collector may come in the middle, on the same thread


class _Handle:
    """A pointer with what frees it. It is freed after all that was made from it: close() closes those, too; the
    garbage collector, which comes in any order, only counts who still needs it."""

    def __init__(self, pointer, destroy, parents):
        self.pointer, self.destroy, self.parents = pointer, destroy, parents
        self.uses, self.open = 1, True
        self.children = weakref.WeakSet()
        with _counting:
            for parent in parents:
                parent.uses += 1
                parent.children.add(self)

    def leave(self):
        with _counting:
            self.uses -= 1
            last = self.uses == 0
        if last:
            self.destroy(self.pointer)
            for parent in self.parents:
                parent.leave()

    def close(self):
        for child in list(self.children):
            child.close()
        if self.open:
            self.open = False
            self.leave()

    def __del__(self):
        if self.open:
            self.open = False
            self.leave()


class Living:
    """Base of all that has to be closed. `with` closes it, and so does the garbage collector."""
    _handle = None

    def _begin(self, pointer, destroy, *owners, keep=()):
        """owners: living things that have to outlive this one. keep: whatever else must stay in memory."""
        self._handle = _Handle(pointer, destroy, [owner._handle for owner in owners if owner is not None])
        self._handle.keep = keep

    @property
    def pointer(self):
        """The pointer, for functions of loam.native."""
        if self.closed:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._handle.pointer

    @property
    def closed(self):
        return self._handle is None or not self._handle.open

    def close(self):
        """Ends it, and all that was made from it. Afterwards nothing but close() may be called."""
        if self._handle is not None:
            self._handle.close()

    def __enter__(self):
        self.pointer
        return self

    def __exit__(self, *_):
        self.close()


class Jobs(Living):
    """A pool of threads for whatever grows: Land(1, jobs=Jobs()). It has to be closed after all that uses it.

    threads: how many beside the calling one; None: as many as the processor runs at once, less one.
    """

    def __init__(self, threads=None):
        definition = native.loam_default_jobs_def()
        if threads is not None:
            definition.threads = threads
        out = ctypes.POINTER(native.Jobs)()
        check(native.loam_jobs_create(definition, out))
        self._begin(out, native.loam_jobs_destroy)

    @property
    def width(self):
        """How many jobs can run at the same time, the calling thread included."""
        return native.loam_jobs_width(self.pointer)


@native.AssertHookFailed
def _report_bug(_, condition, file, line):
    """C ends the process after this: its arrays may not be what they should be."""
    print(f"loam: a caller's bug: {condition.decode()} is false ({file.decode()}:{line})", file=sys.stderr, flush=True)


def environment(jobs=None):
    """A loam_env with the C library's memory and, if there is a pool, its threads."""
    env = native.loam_default_env()
    env.assertion.failed = _report_bug
    if jobs is not None:
        env.jobs = jobs.pointer
    return env


def member(kind, value):
    """A value of an enum; ValueError for what is none, the number of values included."""
    if kind(value) is kind.COUNT:
        raise ValueError(f"{value} is not a valid {kind.__name__}")
    return kind(value)


def settings(definition, values, owner):
    """Sets fields of a struct by name; an unknown one is a TypeError that lists those that there are."""
    known = [name for name, *_ in definition._fields_]
    for name, value in values.items():
        if name not in known:
            raise TypeError(f"{owner} has no setting '{name}'; there are {', '.join(known)}")
        if isinstance(value, str):
            value = value.encode()
        setattr(definition, name, value)
    return definition
