import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@polywire/protocol';
import type { Agent, RunContext } from '../../src/index.ts';
import { RunError } from '../../src/index.ts';
import type { ToolUse } from '../../src/tools/contract.ts';

/** What a scripted run does, one thing after another. Its input is the JSON text of a list of these. */
export type Scene =
  | { readonly say: string; readonly times?: number; readonly everyMs?: number }
  | { readonly think: string }
  | {
      readonly tool: string;
      readonly args?: JsonObject;
      readonly approve?: boolean;
      readonly idempotent?: boolean;
      readonly takesMs?: number;
      /** Takes its time whether it is told to stop or not. */
      readonly isDeaf?: boolean;
      readonly output?: string;
      readonly fails?: string;
    }
  | { readonly ask: string }
  | { readonly fail: string; readonly code?: string }
  | {
      readonly use: { readonly input: number; readonly output: number; readonly total: number; readonly cost?: number };
    }
  | { readonly rounds: number }
  | { readonly rest: number }
  /** Keeps the whole process busy for so many milliseconds. */
  | { readonly spin: number }
  | { readonly crash: true };

/** Runs a script: an agent whose every move a test knows. Plain text is echoed. */
export const scriptAgent: Agent = {
  name: 'script',
  async run(context) {
    for (const [i, scene] of scenesOf(context.input).entries()) await play(context, scene, `s${i}`);
    return undefined;
  },
};

/** How often each tool really ran, in this process; where `STAMPS` names a file, each run leaves its call's id there. */
export const toolRuns = new Map<string, number>();

function scenesOf(input: string): readonly Scene[] {
  return input.startsWith('[') ? (JSON.parse(input) as Scene[]) : [{ say: input }];
}

async function play(context: RunContext, scene: Scene, key: string): Promise<void> {
  const { emit, signal } = context;
  if ('say' in scene) {
    const { say, times = 1, everyMs = 0 } = scene;
    await context.step(key, async () => {
      const messageId = context.newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      for (let n = 1; n <= times; n += 1) {
        emit({ type: 'text.delta', messageId, delta: times === 1 ? say : `${say}${n} ` });
        if (everyMs > 0) await pause(everyMs, undefined, { signal });
      }
      emit({ type: 'message.completed', messageId });
      return true;
    });
  } else if ('think' in scene) {
    await context.step(key, async () => {
      const messageId = context.newId('m');
      emit({ type: 'reasoning.delta', messageId, delta: scene.think });
      emit({ type: 'message.completed', messageId });
      return true;
    });
  } else if ('tool' in scene) {
    await context.callTool({ callId: `${context.runId}.${key}`, tool: toolOf(scene), args: scene.args ?? {} });
  } else if ('ask' in scene) {
    const answer = await context.ask({ inputId: `${context.runId}.${key}`, kind: 'text', prompt: scene.ask });
    await play(context, { say: `You said: ${answer.text}` }, `${key}.answer`);
  } else if ('fail' in scene) {
    throw new RunError(scene.code ?? 'FAILED', scene.fail);
  } else if ('use' in scene) {
    await context.step(key, async () => {
      emit({ type: 'usage', ...scene.use });
      return true;
    });
  } else if ('rounds' in scene) {
    for (let n = 0; n < scene.rounds; n += 1) context.nextIteration();
  } else if ('rest' in scene) {
    await context.step(key, async () => {
      await pause(scene.rest, undefined, { signal });
      return true;
    });
  } else if ('spin' in scene) {
    await context.step(key, async () => {
      for (const until = performance.now() + scene.spin; performance.now() < until; );
      return true;
    });
  } else {
    await context.durable();
    process.kill(process.pid, 'SIGKILL');
    await pause(60_000);
  }
}

function toolOf(scene: Extract<Scene, { tool: string }>) {
  return {
    name: scene.tool,
    ...(scene.approve && { destructive: true }),
    ...(scene.idempotent && { idempotent: true }),
    async run(args: JsonObject, { callId, signal, output }: Pick<ToolUse, 'callId' | 'signal' | 'output'>) {
      toolRuns.set(scene.tool, (toolRuns.get(scene.tool) ?? 0) + 1);
      if (process.env.STAMPS) appendFileSync(process.env.STAMPS, `${callId}\n`);
      if (scene.output !== undefined) output(scene.output);
      await pause(scene.takesMs ?? 0, undefined, scene.isDeaf ? { ref: false } : { signal });
      if (scene.fails !== undefined) throw new Error(scene.fails);
      return { done: scene.tool, ...args };
    },
  };
}
