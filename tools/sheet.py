# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of one view as a sheet: one SVG, which needs less space than the pictures that it has."""
import re

NUMBER = r'"([\d.]+)"'
RECT = re.compile(rf'<rect x={NUMBER} y={NUMBER} width={NUMBER} height={NUMBER} fill="(#\w+)"/>')
PATH = re.compile(r'<path fill="(#\w+)" d="([^"]*)"/>')
TEXT = re.compile(rf'<text x={NUMBER} y={NUMBER} textLength={NUMBER}(?: lengthAdjust="\w+")? ([^>]*)>(.*)</text>')
GAP = 16
LABEL = 28


def grouped(pairs):
    """The second parts of pairs by the first, in the order in which these come."""
    groups = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups.items()


def layers(rects):
    """Each rectangle with the number of those below it, because a path of one colour must not cover another."""
    lines = {}
    for x, y, width, height, fill in rects:
        left, right = float(x), float(x) + float(width)
        before = lines.setdefault(int(float(y)) // 16, [])
        level = 1 + max((level for a, b, level in before if a < right and left < b), default=0)
        before.append((left, right, level))
        yield (level, fill), f"M{x} {y}h{width}v{height}h-{width}z"


def compact(svg):
    """What a picture shows, by colour; its width and height."""
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    ground = re.search(r'<rect width="100%" height="100%" rx="6" fill="(#\w+)"/>', svg)[1]
    out = [f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{ground}"/>']
    rects = sorted(grouped(layers(RECT.findall(svg))), key=lambda group: group[0][0])
    out += [f'<path fill="{fill}" d="{"".join(parts)}"/>' for (_, fill), parts in rects]
    out += [f'<path fill="{fill}" d="{"".join(parts)}"/>' for fill, parts in grouped(PATH.findall(svg))]
    texts = (((look), f'<text x="{x}" y="{y}" textLength="{length}">{text}</text>')
             for x, y, length, look, text in TEXT.findall(svg))
    for look, parts in grouped(texts):
        out += [f"<g {look}>", *parts, "</g>"]
    return "\n".join(out), width, height


def sheet(rows):
    """rows: name, and a picture for each column. Rows with the same pictures become one with several names."""
    rows = [(", ".join(names), pictures) for pictures, names in
            grouped((tuple(map(compact, pictures)), name) for name, pictures in rows)]
    fonts = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"'
    body, top, right = [], 0, 0
    for name, pictures in rows:
        body.append(f'<text x="0" y="{top + LABEL - 10}" font-size="16" fill="#808080">{name}</text>')
        left, top = 0, top + LABEL
        for shapes, width, _ in pictures:
            body.append(f'<g transform="translate({left:g},{top:g})">\n{shapes}\n</g>')
            left += width + GAP
        top, right = top + max(height for _, _, height in pictures) + GAP, max(right, left - GAP)
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:g} {top:g}" {fonts} '
                      'font-size="13.29" shape-rendering="crispEdges">',
                      "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->", "<style>text{white-space:pre}</style>",
                      '<g xml:space="preserve">', *body, "</g>", "</svg>")) + "\n"
