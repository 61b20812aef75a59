import { escapeXml, frame, PALETTE, type Picture } from './svg.ts';

export interface Bars {
  readonly type: 'bar' | 'line' | 'pie';
  readonly title: string;
  readonly labels: readonly string[];
  readonly values: readonly number[];
}

const WIDTH = 800;
const HEIGHT = 480;
const PLOT = { left: 70, right: 770, top: 70, bottom: 410 };

/** A chart of one series of numbers. */
export function drawChart(bars: Bars): Picture {
  const inner = bars.type === 'pie' ? pie(bars) : plot(bars);
  return frame(WIDTH, HEIGHT, bars.title, inner);
}

function plot({ type, labels, values }: Bars): string {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 1e-9);
  const y = (value: number) => PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top);
  const step = (PLOT.right - PLOT.left) / Math.max(1, values.length);
  const x = (i: number) => PLOT.left + step * (i + 0.5);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = low + (high - low) * share;
    const at = y(value).toFixed(1);
    return `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${at}" y2="${at}" stroke="#e2e8f0"/><text x="${PLOT.left - 8}" y="${at}" dy="4" text-anchor="end" font-size="12" fill="#64748b">${short(value)}</text>`;
  });
  const every = Math.ceil(labels.length / 16);
  const names = labels.map((label, i) =>
    i % every === 0
      ? `<text x="${x(i).toFixed(1)}" y="${PLOT.bottom + 20}" text-anchor="middle" font-size="12" fill="#334155">${escapeXml(label.slice(0, 14))}</text>`
      : '',
  );
  const marks =
    type === 'line'
      ? `<polyline fill="none" stroke="${PALETTE[0]}" stroke-width="3" points="${values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`
      : values
          .map((value, i) => {
            const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
            return `<rect x="${(x(i) - step * 0.35).toFixed(1)}" y="${top.toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${(bottom - top).toFixed(1)}" rx="3" fill="${PALETTE[0]}"/>`;
          })
          .join('');
  return `${grid.join('')}${marks}${names.join('')}`;
}

function pie({ labels, values }: Bars): string {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0) || 1;
  let from = -Math.PI / 2;
  return values
    .map((value, i) => {
      const share = Math.max(0, value) / total;
      // A whole circle has no two ends to draw an arc between.
      const to = from + Math.min(share, 0.99999) * 2 * Math.PI;
      const at = (angle: number) =>
        `${(280 + 160 * Math.cos(angle)).toFixed(2)} ${(250 + 160 * Math.sin(angle)).toFixed(2)}`;
      const fill = PALETTE[i % PALETTE.length];
      const slice = `<path d="M280 250 L${at(from)} A160 160 0 ${share > 0.5 ? 1 : 0} 1 ${at(to)} Z" fill="${fill}"/>`;
      from = to;
      const row = 90 + i * 24;
      const label = `<rect x="500" y="${row}" width="14" height="14" fill="${fill}"/><text x="522" y="${row + 12}" font-size="14" fill="#334155">${escapeXml((labels[i] ?? '').slice(0, 20))} ${(share * 100).toFixed(1)}%</text>`;
      return i < 15 ? slice + label : slice;
    })
    .join('');
}

function short(value: number): string {
  return Math.abs(value) >= 1e6 ? value.toExponential(1) : String(Math.round(value * 100) / 100);
}
