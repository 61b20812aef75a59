import { serveJob } from '../sandbox/job.ts';
import { withoutLinks } from './without-links.ts';

export interface RenderInput {
  readonly svg: string;
}

export interface Rendered {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const MAX_SIDE = 2_000;

serveJob<RenderInput, Rendered>(async ({ svg }) => {
  const { Resvg } = await import('@resvg/resvg-js');
  const safe = await withoutLinks(svg);
  const { width, height } = new Resvg(safe, { font: { loadSystemFonts: false } });
  if (!(width > 0 && height > 0)) throw new Error('The picture has no size. / 图片没有尺寸。');
  const mode = width >= height ? 'width' : 'height';
  const fitTo =
    Math.max(width, height) > MAX_SIDE ? ({ mode, value: MAX_SIDE } as const) : ({ mode: 'original' } as const);
  const image = new Resvg(safe, { fitTo, background: '#ffffff', font: { loadSystemFonts: true } }).render();
  return { png: image.asPng(), width: image.width, height: image.height };
});
