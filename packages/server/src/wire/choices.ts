import type { CommandOf } from '@polywire/protocol';
import type { SessionRecord } from '../store/contract.ts';
import type { Visit, Wire } from './contract.ts';

/**
 * Who is to answer a message: what it says, else what was chosen for its session, else what its owner chose for all,
 * else whom the users of its dialect expect. A choice that was taken back is empty. Where a dialect's front end asks for
 * an agent of its own that is not here, that says nothing.
 */
export async function withChoices(
  { directory }: Wire,
  { dialect, owner }: Visit,
  { agent: usual, model: usualModel }: SessionRecord,
  command: CommandOf<'message.send'>,
): Promise<CommandOf<'message.send'>> {
  const { agent, model = usualModel || (await directory.modelOf(owner)), ...rest } = command;
  const isForeign = dialect.traits.unknownAgent === 'default' && !directory.hasAgent(agent);
  const chosen = (isForeign ? undefined : agent) ?? (usual || directory.agentFor(dialect));
  return { ...rest, ...(chosen !== undefined && { agent: chosen }), ...(model !== undefined && { model }) };
}
