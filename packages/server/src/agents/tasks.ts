import { z } from 'zod';

/** What an agent asks of a model. Real models read the prompt alone; the name tells them apart for those that need it. */
export const tasks = [
  'chat',
  'summarise',
  'tot.expand',
  'tot.evaluate',
  'tot.answer',
  'got.plan',
  'got.node',
  'got.expand',
  'got.answer',
  'team.plan',
  'team.step',
  'team.answer',
] as const;
export type Task = (typeof tasks)[number];

const words = z.string().trim().min(1);

export const candidates = z.object({ candidates: z.array(words).min(1) });
export type Candidates = z.output<typeof candidates>;

/** One for each candidate, 0 to 1: what lies outside is moved to the edge, since models like percents. */
const score = z
  .number()
  .transform((value) => Math.min(1, Math.max(0, value > 1 && value <= 100 ? value / 100 : value)));
export const evaluation = z.object({ scores: z.array(score).min(1), reason: z.string().optional() });
export type Evaluation = z.output<typeof evaluation>;

const thought = z.object({ id: words, task: words });
const edge = z.tuple([z.string(), z.string()]);
export const graph = z.object({ nodes: z.array(thought).min(1), edges: z.array(edge).default([]) });
export type Graph = z.output<typeof graph>;
export type Thought = Graph['nodes'][number];

/** What an adaptive graph grows by; often nothing. */
export const growth = z.object({ nodes: z.array(thought).default([]), edges: z.array(edge).default([]) });
export type Growth = z.output<typeof growth>;

export const plan = z.object({
  summary: z.string().default(''),
  steps: z.array(z.object({ title: words, details: z.string().default(''), agent: z.string().default('') })).min(1),
});
export type Plan = z.output<typeof plan>;
