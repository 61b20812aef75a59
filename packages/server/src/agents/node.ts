import type { Json } from '@polywire/protocol';
import type { RunContext } from './contract.ts';
import { RunError } from './errors.ts';

export interface NodeName {
  readonly name: string;
  /** Unique in the run. */
  readonly key: string;
}

/**
 * Shows work as one node of the run's graph: entered, left, and what it adds to the run's state. Said once, also after
 * a restart.
 */
export async function inNode<T>(
  context: RunContext,
  { name, key }: NodeName,
  work: (nodeRun: string) => Promise<T>,
  state?: (result: T) => Json,
): Promise<T> {
  const { emit, runId } = context;
  const nodeRun = `${runId}.${key}`;
  const exit = `${key}.exit`;
  const isOver = context.isDone(exit) || context.isDone(failedKey(key));
  if (!isOver) emit({ type: 'node.entered', name, nodeRun });
  try {
    const result = await work(nodeRun);
    await context.step(exit, async () => {
      emit({ type: 'node.exited', name, nodeRun });
      if (state) emit({ type: 'state.update', node: name, state: state(result), nodeRun });
      return true;
    });
    return result;
  } catch (error) {
    if (!isOver && !context.signal.aborted) emit({ type: 'node.exited', name, nodeRun, error: reasonOf(error) });
    throw error;
  }
}

/** Work that may fail without the run. That it failed is remembered: after a restart it is not tried again. */
export async function attempted<T>(
  context: RunContext,
  key: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failed: string }> {
  if (context.isDone(failedKey(key))) return { failed: await context.step(failedKey(key), unreachable) };
  try {
    return { value: await work() };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof RunError) || error.timedOut) throw error;
    return { failed: await context.step(failedKey(key), async () => error.message) };
  }
}

/** A place that people can point at: what the run had come to. */
export function mark(context: RunContext, key: string, step: number, state: Json): Promise<boolean> {
  return context.step(`${key}.mark`, async () => {
    context.emit({ type: 'checkpoint', checkpointId: `${context.runId}.${key}`, step, state });
    return true;
  });
}

function failedKey(key: string): string {
  return `${key}.failed`;
}

function reasonOf(error: unknown): string {
  return error instanceof RunError ? error.message : 'Internal error. / 内部错误。';
}

function unreachable(): Promise<never> {
  return Promise.reject(new Error('the step is done already'));
}
