"""From edges on a pin back to the frames a strip would latch (WS2812 and its relatives)."""

from dataclasses import dataclass, field

Edge = tuple[float, int]  # (emulated nanoseconds, level after the edge)

LATCH_NS = 50_000  # the earliest that any of these chips latches; a pause longer than this ends a frame
ONE_NS = 500  # a high pulse longer than this is a one


@dataclass
class Frame:
    """One frame as it went over the wire. Times in nanoseconds; `gap` is the quiet time before it."""

    start: float
    end: float = 0.0
    gap: float = float("inf")
    bits: list[int] = field(default_factory=list)
    zero_high: list[float] = field(default_factory=list)
    one_high: list[float] = field(default_factory=list)
    zero_low: list[float] = field(default_factory=list)
    one_low: list[float] = field(default_factory=list)

    @property
    def data(self) -> bytes:
        """The bytes of the frame; a broken last byte is an error."""
        if len(self.bits) % 8:
            raise ValueError(f"a frame of {len(self.bits)} bits is torn")
        whole = "".join(map(str, self.bits))
        return bytes(int(whole[i : i + 8], 2) for i in range(0, len(whole), 8))


def decode(edges: list[Edge], until: float | None = None) -> list[Frame]:
    """The frames in `edges`, oldest first. With `until` (ns), a frame not yet latched by then is left out."""
    frames: list[Frame] = []
    frame: Frame | None = None
    rise = fall = None
    for time, level in edges:
        if level:
            if fall is not None and frame is not None:
                low = time - fall
                if low >= LATCH_NS:
                    frame.end = fall
                    frames.append(frame)
                    frame = Frame(start=time, gap=low)
                else:
                    (frame.one_low if frame.bits[-1] else frame.zero_low).append(low)
            if frame is None:
                frame = Frame(start=time)
            rise = time
        elif rise is not None and frame is not None:
            high = time - rise
            bit = 1 if high > ONE_NS else 0
            frame.bits.append(bit)
            (frame.one_high if bit else frame.zero_high).append(high)
            fall = time
    if frame is not None and frame.bits and fall is not None:
        frame.end = fall
        if until is None or until - fall >= LATCH_NS:
            frames.append(frame)
    return frames


def distinct(frames: list[bytes]) -> list[bytes]:
    """The frames without those that only repeat the one before."""
    return [data for i, data in enumerate(frames) if i == 0 or data != frames[i - 1]]
