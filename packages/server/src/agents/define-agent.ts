import type { Agent, RunContext } from './contract.ts';
import type { Means } from './means.ts';

export interface AgentDefinition extends Pick<Agent, 'name' | 'onPause'> {
  /** For the people who choose it; one text will do where there is one language. */
  readonly description?: string | { readonly en: string; readonly zh: string };
  /** As an agent's `run`, with the server's model and tools at hand. */
  run(context: RunContext, means: Means): Promise<string | undefined>;
}

/** An agent as a file of the configuration exports it: it gets its means when the server starts. */
export interface OwnAgent extends AgentDefinition {
  readonly description?: { readonly en: string; readonly zh: string };
}

export function defineAgent({ description, ...agent }: AgentDefinition): OwnAgent {
  if (!AGENT_NAME.test(agent.name)) {
    const given = JSON.stringify(agent.name);
    throw new Error(
      `${given} is no name for an agent: 1 to 64 letters, digits, _ and -. / 智能体名称 ${given} 无效：应为 1 至 64 个字母、数字、_ 或 -。`,
    );
  }
  if (description === undefined) return agent;
  return {
    ...agent,
    description: typeof description === 'string' ? { en: description, zh: description } : description,
  };
}

/** What stands in addresses and requests without trouble. */
const AGENT_NAME = /^[\p{L}\p{N}_-]{1,64}$/u;
