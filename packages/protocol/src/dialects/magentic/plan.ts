import * as z from 'zod';
import { readJsonObject } from '../../codec/read-json.ts';
import { type EventOf, type PlanStep, planStep } from '../../events.ts';
import type { Json } from '../../json.ts';
import { present } from './present.ts';

type Plan = EventOf<'plan.proposed'> | EventOf<'plan.edited'>;
type Step = EventOf<'plan.step'>;

/** The page reads every field as a text: what is missing goes out as '' and is named in `lacks`, which is ours. */
const lacks = { lacks: z.array(z.string()).optional() };
const text = z.string().nullish();
const wireStep = z.object({ title: z.string(), details: text, agent_name: text, ...lacks });
const planContent = z.object({
  task: text,
  plan_summary: text,
  needs_plan: z.boolean().nullish(),
  response: text,
  steps: z.array(wireStep).catch([]),
  ...lacks,
});
const stepContent = z.object({
  title: z.string(),
  index: z.number().int().nonnegative(),
  details: text,
  agent_name: text,
  instruction: text,
  progress_summary: text,
  plan_length: z.number().int().nonnegative().catch(0),
  ...lacks,
});

/** The content of a `plan_message`. */
export function writePlan({ task, summary, steps, ext }: Plan): string {
  const response = typeof ext?.response === 'string' ? ext.response : '';
  return JSON.stringify({
    ...filled({ task, plan_summary: summary }),
    needs_plan: true,
    response,
    steps: writeSteps(steps),
  });
}

/** As Magentic-UI lists steps, here and in its REST objects. */
export function writeSteps(steps: readonly PlanStep[]): Json[] {
  return steps.map(({ title, details, agent }) => ({ title, ...filled({ details, agent_name: agent }) }));
}

export interface ReadPlan {
  readonly plan: { task?: string; summary?: string; steps: PlanStep[] };
  /** What the orchestrator says beside the plan, or in its place. */
  readonly response: string;
  readonly needed: boolean;
}

export function readPlan(content: string): ReadPlan | undefined {
  const read = planContent.safeParse(object(content)).data;
  if (!read) return undefined;
  const plan = present({
    task: had(read, 'task'),
    summary: had(read, 'plan_summary'),
    steps: read.steps.map(readStep),
  });
  return { plan, response: read.response ?? '', needed: read.needs_plan !== false };
}

/** Steps in our own words, as parameters and options of commands have them. */
export function plainSteps(steps: Json | undefined): PlanStep[] | undefined {
  return z.array(planStep).safeParse(steps).data as PlanStep[] | undefined;
}

/** A list of steps as the page sends it: JSON text, or the list itself. undefined where it is none. */
export function readSteps(plan: Json): PlanStep[] | undefined {
  const list = z.array(wireStep).safeParse(typeof plan === 'string' ? array(plan) : plan).data;
  return list?.map(readStep);
}

/** The content of a `step_execution`. */
export function writeStepExecution(step: Step): string {
  const { title, index, count, details, agentName, instruction, progress } = step;
  return JSON.stringify({
    title,
    index,
    ...filled({ details, agent_name: agentName, instruction, progress_summary: progress }),
    plan_length: count,
  });
}

export function readStepExecution(content: string) {
  const read = stepContent.safeParse(object(content)).data;
  if (!read) return undefined;
  return present({
    title: read.title,
    index: read.index,
    count: read.plan_length,
    details: had(read, 'details'),
    agentName: had(read, 'agent_name'),
    instruction: had(read, 'instruction'),
    progress: had(read, 'progress_summary'),
  });
}

function readStep(step: z.output<typeof wireStep>): PlanStep {
  return present({ title: step.title, details: had(step, 'details'), agent: had(step, 'agent_name') });
}

function filled(fields: Record<string, string | undefined>): { [key: string]: Json } {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined);
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
  return missing.length === 0 ? texts : { ...texts, lacks: missing };
}

function had<K extends string>(
  from: { [name in K]?: string | null | undefined } & { lacks?: string[] | undefined },
  name: K,
): string | undefined {
  return from.lacks?.includes(name) ? undefined : (from[name] ?? undefined);
}

function object(content: string): unknown {
  const read = readJsonObject(content);
  return read.ok ? read.object : undefined;
}

/** Read as part of an object, where the same bounds hold. */
function array(plan: string): unknown {
  const read = readJsonObject(`{"steps":${plan}}`);
  return read.ok && Object.keys(read.object).length === 1 ? read.object.steps : undefined;
}
