# SPDX-License-Identifier: MIT
"""Arrays that C fills: memoryviews, which numpy.asarray takes without a copy, or whatever writable buffer the caller
brings along."""
import ctypes

FORMATS = {"f": ctypes.c_float, "d": ctypes.c_double, "B": ctypes.c_uint8, "b": ctypes.c_int8, "H": ctypes.c_uint16,
           "h": ctypes.c_int16, "I": ctypes.c_uint32, "i": ctypes.c_int32, "Q": ctypes.c_uint64, "q": ctypes.c_int64}


def product(shape):
    count = 1
    for side in shape:
        count *= max(int(side), 0)
    return count


def output(shape, code, out=None):
    """(pointer to the first element, the array): a new memoryview of this shape, or `out`, which has to be as large."""
    kind = FORMATS[code]
    count = product(shape)
    if out is None:
        if count == 0:  # memoryview has none without elements; C says what is wrong with the sizes
            out = memoryview(bytearray(ctypes.sizeof(kind))).cast(code)
        else:
            out = memoryview(bytearray(count * ctypes.sizeof(kind))).cast("B").cast(code, shape)
        view = out
    else:
        view = memoryview(out)
        if view.readonly or not view.c_contiguous or view.nbytes != count * ctypes.sizeof(kind):
            raise ValueError(f"out has {view.nbytes} bytes{', read-only' if view.readonly else ''}; must be a writable "
                             f"array of {' x '.join(str(side) for side in shape)} elements of {ctypes.sizeof(kind)} "
                             "bytes each")
    whole = (ctypes.c_char * view.nbytes).from_buffer(view.cast("B"))
    pointer = ctypes.cast(whole, ctypes.POINTER(kind))
    pointer.owner = whole
    return pointer, out


def numbers(values, code):
    """(pointer, count) of numbers for C to read: any buffer of this type, or a sequence."""
    kind = FORMATS[code]
    try:
        view = memoryview(values)
        if view.itemsize == ctypes.sizeof(kind) and view.format[-1] in _alike(code) and view.c_contiguous:
            count = view.nbytes // view.itemsize
            if view.readonly:
                array = (kind * count).from_buffer_copy(view.cast("B"))
            else:
                array = (kind * count).from_buffer(view.cast("B"))
            return array, count
    except TypeError:
        pass
    values = list(values)
    return (kind * len(values))(*values), len(values)


def _alike(code):
    """Codes of the same kind of number: numpy and array call 64 bits l or q as it comes."""
    for group in ("fd", "bhilq", "BHILQ"):
        if code in group:
            return group
    return code


def view(pointer, count, kind):
    """An array that lies in memory of the library's: valid as long as that is."""
    if count == 0 or not pointer:
        return (kind * 0)()
    return ctypes.cast(pointer, ctypes.POINTER(kind * count)).contents
