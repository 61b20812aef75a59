import type { Json, JsonObject } from '@polywire/protocol';
import type { Tool } from '../tools/contract.ts';
import { act } from './act.ts';
import type { RunContext } from './contract.ts';
import { RunError } from './errors.ts';
import { type Kit, modelFor } from './kit.ts';
import { asks } from './words.ts';

/** What an agent of your own can do beside its context. Keys name steps: each once in a run, the same after a restart. */
export interface Means {
  /** Asks the run's model. What it writes is shown as it comes, unless it is to be quiet. */
  think(key: string, prompt: string, options?: ThinkOptions): Promise<string>;
  /** Calls a tool of the server; throws where it fails or is refused. */
  use(key: string, tool: string, args: JsonObject): Promise<Json>;
  /** Says something in the agent's own words. */
  say(key: string, text: string): Promise<string>;
}

export interface ThinkOptions {
  readonly system?: string;
  /** Names of tools that the model may call. */
  readonly tools?: readonly string[];
  readonly quiet?: boolean;
}

export function meansFor(kit: Kit, context: RunContext): Means {
  return {
    think(key, prompt, { system = '', tools = [], quiet = false } = {}) {
      const offered = tools.map((name) => toolNamed(kit, name));
      return act(context, modelFor(kit, context), {
        ...{ key, task: 'chat', system, messages: [asks(prompt)], voice: quiet ? 'silent' : 'answer' },
        tools: { list: offered, named: (name) => offered.find((tool) => tool.name === name) },
      });
    },
    async use(key, name, args) {
      const callId = `${context.runId}.${key}`;
      const { outcome, result } = await context.callTool({ callId, tool: toolNamed(kit, name), args });
      if (outcome === 'ok') return result;
      throw new RunError('TOOL_FAILED', `${name}: ${typeof result === 'string' ? result : outcome}`);
    },
    say: (key, text) =>
      context.step(key, async () => {
        const messageId = context.newId('m');
        context.emit({ type: 'text.delta', messageId, delta: text });
        context.emit({ type: 'message.completed', messageId });
        return text;
      }),
  };
}

function toolNamed({ tools }: Kit, name: string): Tool {
  const tool = tools.named(name);
  if (tool) return tool;
  throw new RunError('NO_TOOL', `There is no tool ${name}. / 没有名为 ${name} 的工具。`);
}
