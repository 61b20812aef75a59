import type { DraftSink } from '../../codec/draft-decoder.ts';
import type { Draft } from '../../events.ts';
import type { ServerMessage } from './wire.ts';

type CardMessage = ServerMessage<'sub_agent' | 'sub_agent_end'>;

/**
 * A sub-agent's card as an agent's work: a node while the card is open, what it says as messages under its name, and
 * the card's own data beside them, so that nothing of it is lost.
 */
export function readSubAgent({ type, tool_use_id, data }: CardMessage, out: DraftSink): readonly Draft[] {
  const nodeRun = tool_use_id ?? data?.subAgentId ?? data?.agentName ?? 'sub_agent';
  const open = out.ledger.nodes.get(nodeRun);
  const agent = data?.agentName ?? open?.name ?? 'sub_agent';
  const about = { nodeRun, agent };
  const drafts: Draft[] = [];
  if (!open && type === 'sub_agent') drafts.push({ type: 'node.entered', name: agent, ...about });
  if (data) drafts.push({ type: 'custom', name: type, value: JSON.parse(JSON.stringify(data)), ...about });
  if (data?.message) {
    const messageId = out.nextId('m');
    drafts.push({ type: 'message.started', messageId, role: 'assistant', name: agent, ...about });
    drafts.push({ type: 'text.delta', messageId, delta: data.message, ...about });
    drafts.push({ type: 'message.completed', messageId, ...about });
  }
  if (open && type === 'sub_agent_end') drafts.push({ type: 'node.exited', name: open.name, ...about });
  return drafts;
}
