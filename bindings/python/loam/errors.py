# SPDX-License-Identifier: MIT
"""What goes wrong, as exceptions. All are LoamError, and the usual exception of Python besides."""
from . import native
from .native import Result


class LoamError(Exception):
    """A call failed; the message names what was wrong and what is accepted. `result` says of which kind it is."""
    result = Result.FAILED

    def __init__(self, message, result=None):
        super().__init__(message)
        if result is not None:
            self.result = result


class BadArgument(LoamError, ValueError):
    """A value outside of what is accepted; nothing was changed."""
    result = Result.BAD_ARGUMENT


class OutOfMemory(LoamError, MemoryError):
    """There was no memory; nothing leaked."""
    result = Result.OUT_OF_MEMORY


class NotFound(LoamError, LookupError):
    """The named thing does not exist."""
    result = Result.NOT_FOUND


class FileFailure(LoamError, OSError):
    """A file could not be read or written."""
    result = Result.IO


class Unsupported(LoamError, NotImplementedError):
    """This build or this processor cannot do it."""
    result = Result.UNSUPPORTED


class Cancelled(LoamError):
    """Somebody withdrew the request."""
    result = Result.CANCELLED


_KINDS = {kind.result: kind for kind in (BadArgument, OutOfMemory, NotFound, FileFailure, Unsupported, Cancelled)}


def check(result):
    """Raises what a loam_result says, with the message of loam_last_error(); LOAM_OK passes."""
    if result != Result.OK:
        message = native.loam_last_error().decode()
        raise _KINDS.get(result, LoamError)(message)


class Callbacks:
    """Keeps exceptions of callbacks, which cannot go through C, until the call that they came from is back."""

    def __init__(self):
        self.error = None

    def guard(self, function, failed):
        """A function that gives `failed` instead of raising, and does nothing any more after it has."""
        def guarded(*arguments):
            if self.error is not None:
                return failed
            try:
                return function(*arguments)
            except BaseException as error:  # raised again by check()
                self.error = error
                return failed
        return guarded

    def check(self, result):
        """Raises what a callback has raised, or what the result says."""
        error, self.error = self.error, None
        if error is not None:
            raise error
        check(result)
