/** A drawing that reads on light and on dark pages alike. */
export function svg(width: number, height: number, title: string, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, 'Noto Sans CJK SC', sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

export function text(x: number, y: number, said: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="#374151" ${more}>${escaped(said)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke = '#e5e7eb'): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}"/>`;
}

export function dot(x: number, y: number, colour: string, isHollow = false): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="5" fill="${isHollow ? '#ffffff' : colour}" stroke="${colour}" stroke-width="2"/>`;
}

export function path(points: readonly (readonly [number, number])[], colour: string): string {
  const steps = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ');
  return `<path d="${steps}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

/** A scale of powers of ten, with the places where its lines stand. */
export function logScale(values: readonly number[], from: number, to: number) {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  const spread = Math.max(high - low, 0.3);
  const [first, last] = [low - spread * 0.08, high + spread * 0.08];
  const at = (value: number) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  const ticks: number[] = [];
  for (let power = Math.floor(first); power <= last; power += 1) {
    for (const step of spread > 2 ? [1] : [1, 2, 5]) {
      const value = step * 10 ** power;
      if (Math.log10(value) >= first && Math.log10(value) <= last) ticks.push(value);
    }
  }
  return { at, ticks };
}

export function shown(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : Number(value.toPrecision(2)).toString();
}

function round(value: number): string {
  return Number(value.toFixed(1)).toString();
}

function escaped(said: string): string {
  return said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
