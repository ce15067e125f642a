"""Draw how recall's time grows with the rows of others, from what `bench.scale measure` printed.

    python -m bench.growth_picture 10000=at-10000.json 1000000=at-1000000.json > growth.svg

Each argument is the number of rows in all and the file measured then.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 360, 70, 60, 40
COLOURS = {"200": "#1b7f5c", "2000": "#2456a6", "20000": "#a05a00", "100000": "#8a2f4f"}


def main() -> None:
    measured = sorted(
        (int(rows), json.loads(Path(name).read_text()))
        for rows, _, name in (argument.partition("=") for argument in sys.argv[1:])
    )
    sys.stdout.write(picture(measured))


def picture(measured: list[tuple[int, dict[str, Any]]]) -> str:
    """An SVG of p95 (ms, question's vector known) over rows, a line for each size of person."""
    most = max(times["p95"] for _, at in measured for times in at["recall"].values()) * 1.1
    first, last = (math.log10(measured[end][0]) for end in (0, -1))

    def x(rows: int) -> float:
        share = (math.log10(rows) - first) / ((last - first) or 1)
        return float(LEFT + share * (WIDTH - LEFT - 120))

    def y(value: float) -> float:
        return float(HEIGHT - BOTTOM - value / most * (HEIGHT - BOTTOM - TOP))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22">Whole recall, p95 in ms, by the rows of all people</text>',
    ]
    for step in range(0, math.ceil(most), 20):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 110}" y1="{y(step):.0f}" y2="{y(step):.0f}"'
                     ' stroke="#d8d8d8"/>')  # fmt: skip
        parts.append(f'<text x="{LEFT - 10}" y="{y(step) + 4:.0f}" text-anchor="end">{step}</text>')
    for rows, _ in measured:
        parts.append(f'<text x="{x(rows):.0f}" y="{HEIGHT - 32}" text-anchor="middle">'
                     f'{rows:,}</text>')  # fmt: skip
    for size, colour in COLOURS.items():
        points = [(x(rows), y(at["recall"][size]["p95"])) for rows, at in measured
                  if size in at["recall"]]  # fmt: skip
        if not points:
            continue
        line = " ".join(f"{across:.0f},{up:.0f}" for across, up in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.0f}" cy="{u:.0f}" r="4" fill="{colour}"/>' for a, u in points]
        parts.append(f'<text x="{points[-1][0] + 10:.0f}" y="{points[-1][1] + 4:.0f}"'
                     f' fill="{colour}">{int(size):,} chunks</text>')  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
