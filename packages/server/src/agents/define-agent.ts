import type { Agent } from './contract.ts';

export interface AgentDefinition extends Omit<Agent, 'description'> {
  /** For the people who choose it; one text will do where there is one language. */
  readonly description?: string | { readonly en: string; readonly zh: string };
}

/** An agent for a file that the configuration names. */
export function defineAgent({ description, ...agent }: AgentDefinition): Agent {
  if (!AGENT_NAME.test(agent.name)) {
    throw new Error(`${JSON.stringify(agent.name)} is no name for an agent. / 智能体名称无效。`);
  }
  if (description === undefined) return agent;
  return {
    ...agent,
    description: typeof description === 'string' ? { en: description, zh: description } : description,
  };
}

/** What stands in addresses and requests without trouble. */
const AGENT_NAME = /^[\p{L}\p{N}_-]{1,64}$/u;
