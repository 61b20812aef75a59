import { z } from 'zod';
import type { Store } from '../store/contract.ts';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { firstCall } from './first-call.ts';
import { drawChart } from './image/draw-chart.ts';
import { drawDiagram } from './image/draw-diagram.ts';
import type { Rendered } from './image/render.job.ts';
import { runJob } from './sandbox/run-job.ts';
import { Workspace } from './workspace.ts';

const parameters = z.object({
  kind: z.enum(['chart', 'diagram']),
  title: z.string().min(1).max(200),
  svg: z.string().max(500_000).optional().describe('A whole SVG, in place of what follows / 完整的 SVG'),
  type: z.enum(['bar', 'line', 'pie']).optional().describe('Of a chart / 图表类型'),
  labels: z.array(z.string().max(200)).max(200).optional().describe('Of a chart / 图表标签'),
  values: z.array(z.number()).max(200).optional().describe('Of a chart, one for each label / 图表数值'),
  nodes: z.array(z.string().min(1).max(200)).max(60).optional().describe('Of a diagram / 节点'),
  edges: z
    .array(z.tuple([z.string(), z.string()]))
    .max(200)
    .optional()
    .describe('From node to node; a chain if not given / 连线'),
});
type Wanted = z.output<typeof parameters>;

export function makeImage({ store }: { readonly store: Store }): Tool {
  return defineTool({
    name: 'make_image',
    description: {
      en: 'Draws an image: a chart of labels and values, a diagram of nodes and edges, or an SVG. It is shown to the user as PNG.',
      zh: '绘制图片：由标签和数值组成的图表、由节点和连线组成的示意图，或给定的 SVG，以 PNG 展示给用户。',
    },
    parameters,
    idempotent: true,
    async run(wanted, use) {
      const { callId, signal, emit } = use;
      const render = new URL('./image/render.job.ts', import.meta.url);
      const { png, width, height } = await runJob<Rendered>(render, { svg: svgOf(wanted) }, { ...LIMITS, signal });
      const { id, name } = await new Workspace(store, use).store(fileName(wanted.title), 'image/png', png);
      const url = `/files/${id}`;
      emit({ type: 'image', imageId: `${firstCall(callId)}.image`, url, mediaType: 'image/png', alt: wanted.title });
      return { url, file: name, width, height };
    },
  });
}

const LIMITS = { timeoutMs: 20_000, memoryMb: 256 };

function svgOf({ kind, title, svg, type = 'bar', labels = [], values = [], nodes = [], edges }: Wanted): string {
  if (svg !== undefined) return svg;
  if (kind === 'diagram') {
    const all = [...new Set([...nodes, ...(edges ?? []).flat()])];
    const chain = nodes.slice(1).map((node, i) => [nodes[i] ?? '', node] as const);
    return drawDiagram({ title, nodes: all.length > 0 ? all : [title], edges: edges ?? chain }).svg;
  }
  if (values.length === 0) throw new Error('A chart needs values. / 图表需要 values。');
  return drawChart({ type, title, labels: values.map((_, i) => labels[i] ?? String(i + 1)), values }).svg;
}

function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${plain.slice(0, 40) || 'image'}.png`;
}
