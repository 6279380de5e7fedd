"""What turns one payload into another: runs of bytes, each behind how many to skip and how many follow.

A run of no bytes skips 255, but the last one says that the payload ends there. Loaded where saves are
appended; it knows nothing of what payloads mean.
"""

from micropython import const

_MOST = const(4096)  # as long as a payload may become


def between(old: bytes, new: bytes) -> bytes:
    """The patch that makes `new` of `old`."""
    size = len(new)
    shared = min(len(old), size)
    patch = bytearray()
    last = at = 0
    while at < size:
        if at < shared and old[at] == new[at]:
            at += 1
            continue
        start = at
        at += 1
        # A pair of equal bytes is no longer than a run's head.
        while at < size and at - start < 255 and (at + 2 >= shared or old[at : at + 3] != new[at : at + 3]):
            at += 1
        while start - last > 254:
            patch.extend(b"\xff\x00")
            last += 255
        patch.append(start - last)
        patch.append(at - start)
        patch.extend(new[start:at])
        last = at
    if size < len(old):
        while size - last > 254:
            patch.extend(b"\xff\x00")
            last += 255
        patch.append(size - last)
        patch.append(0)
    return bytes(patch)


def applied(old: bytes, patch: bytes) -> bytes:
    """What `between` made the patch for, if it was made for `old`; anything else otherwise."""
    new = bytearray(old)
    last = at = 0
    while at + 2 <= len(patch):
        last += patch[at]
        data = patch[at + 2 : at + 2 + patch[at + 1]]
        at += 2 + len(data)
        end = last + len(data)
        if not data and at == len(patch):
            new = new[:last]
        elif end > _MOST:
            break  # this is no patch
        elif data:
            if end > len(new):
                new.extend(bytes(end - len(new)))
            new[last:end] = data
        last = end
    return bytes(new)
