import { randomUUID } from 'node:crypto';
import type { Draft, Json, JsonObject } from '@polywire/protocol';
import { storeUnderTest } from '../store/sqlite/testing.ts';
import { checkArgs } from './check-args.ts';
import type { Tool, ToolUse } from './contract.ts';

export const OWNER = 'ada';

/** A session with a real store and log, in which tools are used as a run would. */
export async function sessionUnderTest() {
  const parts = await storeUnderTest();
  const { id: session } = await parts.store.sessions.create(OWNER, { id: randomUUID() });
  const emitted: Draft[] = [];
  const outputs: string[] = [];
  let calls = 0;

  /** Runs it, and leaves in the log what a run would. */
  async function use(tool: Tool | undefined, args: JsonObject, change: Partial<ToolUse> = {}): Promise<Json> {
    if (!tool) throw new Error('there is no such tool');
    const checked = checkArgs(tool, args);
    if (!checked.ok) throw new Error(checked.why);
    const callId = change.callId ?? `call${++calls}`;
    const drafts: Draft[] = [];
    const result = await tool.run(checked.args, {
      signal: AbortSignal.timeout(60_000),
      callId,
      runId: 'r',
      session,
      owner: OWNER,
      locale: 'en',
      traceId: '0'.repeat(32),
      files: [],
      output: (text) => outputs.push(text),
      emit: (draft) => drafts.push(draft),
      ask: async () => ({ outcome: 'denied' }),
      ...change,
    });
    emitted.push(...drafts);
    const finished = { type: 'tool.finished', callId, name: tool.name, outcome: 'ok', result } as const;
    await parts.say(OWNER, session, ...drafts, finished);
    return result;
  }
  return { ...parts, session, use, emitted, outputs };
}

/** A tool of a list by its name. */
export function toolIn(tools: readonly Tool[]): (name: string) => Tool {
  return (name) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return tool;
  };
}
