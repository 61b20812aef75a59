import type { JsonObject } from '@polywire/protocol';
import type { Agent, RunContext } from '../../packages/server/src/agents/contract.ts';
import { RunError } from '../../packages/server/src/agents/errors.ts';
import type { Tool } from '../../packages/server/src/tools/contract.ts';
import type { Chance } from './chance.ts';

/** What tools did to the world: no crash takes that back. */
export type Deed = (deed: { readonly session: string; readonly callId: string; readonly args: JsonObject }) => void;

export const words = ['say', 'look', 'slow', 'burn', 'pair', 'ask', 'todo', 'fail', 'hang', 'recall', 'big'] as const;
export type Word = (typeof words)[number];

/** Agents that do what their message says, word by word: what they do follows from that and from the log alone. */
export function scriptedAgents(chance: Chance, deed: Deed, isStarting: () => boolean): readonly Agent[] {
  const tools = toolsOf(chance, deed);
  const call = (context: RunContext, key: string, tool: Tool) =>
    context.callTool({ callId: `${context.runId}.call${key}`, tool, args: { key } });
  const acts: Record<Word, (context: RunContext, key: string) => Promise<unknown>> = {
    say: (context, key) =>
      context.step(`say${key}`, async () => {
        const messageId = context.newId('message');
        context.emit({ type: 'message.started', messageId, role: 'assistant' });
        for (let n = chance.int(1, 5); n > 0; n -= 1) {
          if (chance.once(2)) await rest(chance.int(1, 30), context.signal);
          context.emit({ type: 'text.delta', messageId, delta: `word ${n} ` });
        }
        context.emit({ type: 'message.completed', messageId });
        return messageId;
      }),
    look: (context, key) => call(context, key, tools.look),
    slow: (context, key) => call(context, key, tools.slow),
    burn: (context, key) => call(context, key, tools.burn),
    big: (context, key) => call(context, key, tools.big),
    pair: (context, key) =>
      Promise.all([
        call(context, `${key}1`, tools.burn),
        call(context, `${key}2`, tools.slow),
        call(context, `${key}3`, tools.burn),
      ]),
    ask: (context, key) => context.ask({ inputId: `${context.runId}.ask${key}`, kind: 'text', prompt: 'Which one?' }),
    todo: (context, key) =>
      context.step(`todo${key}`, async () => {
        context.emit({ type: 'todo.list', listId: 'list', items: [{ id: 'one', text: 'One', status: 'pending' }] });
        return null;
      }),
    fail: () => Promise.reject(new RunError('MODEL_FAILED', 'The model failed.')),
    hang: (context) => rest(2 ** 30, context.signal),
    recall: async (context, key) => {
      const turns = await context.history();
      return context.step(`recall${key}`, async () => turns.length);
    },
  };
  const run: Agent['run'] = async (context) => {
    // What a restart takes up is looked at before it goes on.
    if (isStarting()) await rest(1, context.signal);
    for (const [i, word] of context.input.split(' ').entries()) await acts[word as Word]?.(context, String(i));
    return undefined;
  };
  return [
    { name: 'script', run },
    { name: YIELDING, onPause: 'yield', run },
  ];
}

/** The one whose pauses are a question to its user. */
export const YIELDING = 'yielding';

function toolsOf(chance: Chance, deed: Deed): Record<'look' | 'slow' | 'burn' | 'big', Tool> {
  const run: Tool['run'] = async (args, { callId, session, signal }) => {
    deed({ session, callId, args });
    if (chance.once(2)) await rest(chance.int(1, 50), signal);
    return `done ${callId}`;
  };
  return {
    look: { name: 'look', idempotent: true, run },
    burn: { name: 'burn', destructive: true, run },
    slow: {
      name: 'slow',
      async run(args, use) {
        deed({ session: use.session, callId: use.callId, args });
        for (let n = chance.int(1, 3); n > 0; n -= 1) {
          await rest(chance.int(1, 4_000), use.signal);
          use.output(`part ${n}`);
        }
        return `done ${use.callId}`;
      },
    },
    big: {
      name: 'big',
      idempotent: true,
      async run(args, use) {
        deed({ session: use.session, callId: use.callId, args });
        use.output('x'.repeat(250_000));
        return null;
      },
    },
  };
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
