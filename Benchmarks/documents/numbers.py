"""Numbers and dates only: readings of weather stations."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

READINGS = 150_000


def readings(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    for number in range(1, round(READINGS * scale) + 1):
        yield {
            "id": number,
            "station": draw.below(2_000),
            "taken_at": draw.date(2016, 2024),
            "received_at": draw.date(2016, 2024),
            "checked_at": draw.date(2016, 2024) if draw.below(2) else None,
            "temperature": (draw.below(8_000) - 3_000) / 100,
            "pressure": draw.between(95_000, 105_000) / 100,
            "humidity": draw.below(1_000_000) / 1_000_000,
            "latitude": (draw.below(180_000_000) - 90_000_000) / 1_000_000,
            "longitude": (draw.below(360_000_000) - 180_000_000) / 1_000_000,
            "wind_speed": draw.below(4_000) / 100 if draw.below(10) else None,
            "wind_direction": draw.below(360) if draw.below(10) else None,
            "battery": draw.below(101),
            "uptime": draw.below(10_000_000_000),
            "sequence": number * 1_000,
            "is_valid": draw.below(20) > 0,
        }
