"""Flat wide rows: products with forty columns, one in five of the optional ones null or missing."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

PRODUCTS = 60_000
TEXTS = (
    "name", "brand", "category", "colour", "material", "country_of_origin", "supplier_code", "shelf_code",
    "warehouse", "tax_class", "unit",
)
OPTIONAL_TEXTS = ("barcode", "season", "collection", "hint")
INTEGERS = (
    "stock", "reserved", "minimum_order", "package_size", "weight_grams", "width_millimetres",
    "height_millimetres", "depth_millimetres",
)


def products(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    sentences = draw.sentences(4_000)
    terms = [sentence[: draw.between(4, 20)].strip() for sentence in sentences]
    for number in range(1, round(PRODUCTS * scale) + 1):
        product: JSONObject = {"id": number, "sku": f"P-{draw.below(1_000_000_000):09}"}
        product.update((name, draw.one_of(terms)) for name in TEXTS)
        product["summary"] = draw.one_of(sentences)
        for name in OPTIONAL_TEXTS:
            chance = draw.below(10)
            if chance > 0:
                product[name] = None if chance == 1 else draw.one_of(terms)
        product.update((name, draw.below(10_000)) for name in INTEGERS)
        product["lead_time_days"] = draw.below(60) if draw.below(5) else None
        if draw.below(5):
            product["successor"] = draw.below(1_000_000)
        product.update(
            price=draw.below(1_000_000) / 100, cost=draw.below(1_000_000) / 100, discount=draw.below(100) / 100,
            rating=draw.between(10, 50) / 10 if draw.below(5) else None, vat_rate=0.19,
            is_active=draw.below(2) == 1, is_fragile=draw.below(4) == 1, is_returnable=draw.below(3) > 0,
            created_at=draw.date(2010, 2018), updated_at=draw.date(2019, 2024),
            available_from=draw.date(2010, 2024) if draw.below(5) else None,
        )
        if draw.below(5) == 0:
            product["discontinued_at"] = draw.date(2020, 2024)
        yield product
