import { escapeXml, frame, PALETTE, type Picture } from './svg.ts';

export interface Diagram {
  readonly title: string;
  readonly nodes: readonly string[];
  /** Of the names of nodes. */
  readonly edges: readonly (readonly [string, string])[];
}

const BOX = { width: 180, height: 54, gapX: 40, gapY: 60, top: 70, margin: 30 };

/** Boxes in layers, arrows downwards: each box below all that lead to it, as far as they form no circle. */
export function drawDiagram({ title, nodes, edges }: Diagram): Picture {
  const layers = layersOf(nodes, edges);
  const widest = Math.max(...layers.map((layer) => layer.length), 2);
  const width = widest * (BOX.width + BOX.gapX) - BOX.gapX + 2 * BOX.margin;
  const height = BOX.top + layers.length * (BOX.height + BOX.gapY) - BOX.gapY + BOX.margin;
  const places = new Map<string, { x: number; y: number }>();
  for (const [row, layer] of layers.entries()) {
    const taken = layer.length * (BOX.width + BOX.gapX) - BOX.gapX;
    for (const [i, name] of layer.entries()) {
      const x = (width - taken) / 2 + i * (BOX.width + BOX.gapX) + BOX.width / 2;
      places.set(name, { x, y: BOX.top + row * (BOX.height + BOX.gapY) + BOX.height / 2 });
    }
  }
  const arrows = edges.flatMap(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (!a || !b || a === b) return [];
    const down = b.y >= a.y ? 1 : -1;
    const [y1, y2] = [a.y + (down * BOX.height) / 2, b.y - down * (BOX.height / 2 + 6)];
    return `<line x1="${a.x}" y1="${y1}" x2="${b.x}" y2="${y2}" stroke="#64748b" stroke-width="2" marker-end="url(#tip)"/>`;
  });
  const boxes = [...places].map(
    ([name, { x, y }]) =>
      `<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="10" fill="#eff6ff" stroke="${PALETTE[0]}" stroke-width="2"/><text x="${x}" y="${y + 5}" text-anchor="middle" font-size="14" fill="#0f172a">${escapeXml(shortened(name))}</text>`,
  );
  const tip = `<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 L8 4 L0 8 Z" fill="#64748b"/></marker></defs>`;
  return frame(width, height, title, `${tip}${arrows.join('')}${boxes.join('')}`);
}

function layersOf(nodes: readonly string[], edges: Diagram['edges']): string[][] {
  const depth = new Map(nodes.map((name) => [name, 0]));
  // As often as there are nodes: longer ways than that go in circles.
  for (let round = 1; round < nodes.length; round += 1) {
    let isChanged = false;
    for (const [from, to] of edges) {
      const [a, b] = [depth.get(from), depth.get(to)];
      if (a === undefined || b === undefined || a + 1 <= b || a + 1 >= nodes.length) continue;
      depth.set(to, a + 1);
      isChanged = true;
    }
    if (!isChanged) break;
  }
  const used = [...new Set(depth.values())].sort((a, b) => a - b);
  return used.map((at) => nodes.filter((name) => depth.get(name) === at));
}

/** Chinese characters are about twice as wide. */
function shortened(name: string): string {
  let room = 22;
  let kept = '';
  for (const sign of name) {
    room -= /[\u2e80-\uffff]/.test(sign) ? 2 : 1;
    if (room < 0) return `${kept}…`;
    kept += sign;
  }
  return kept;
}
