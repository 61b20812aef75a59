import { type Carry, type CommandType, commandTypes, type EventType, eventTypes } from '@polywire/protocol';

const dropped: Carry = { how: 'dropped' };

export const carries: Record<EventType, Carry> = {
  ...(Object.fromEntries(eventTypes.map((type) => [type, dropped])) as Record<EventType, Carry>),
  'run.started': { how: 'native', as: 'start', loses: ['agentKind', 'model', 'ref'] },
  'run.status': { how: 'dropped', note: { en: 'a question ends the turn', zh: '提问会结束本轮' } },
  'run.finished': { how: 'native', as: 'end', loses: ['text', 'reason', 'usage', 'cost', 'durationMs'] },
  'text.delta': { how: 'native', as: 'text', loses: ['messageId'], roles: ['assistant'] },
  'input.requested': { how: 'degraded', as: { en: 'text, then end', zh: '先 text，后 end' } },
  error: { how: 'native', as: 'error', loses: ['code', 'details'] },
};

export const accepts: Record<CommandType, Carry> = {
  ...(Object.fromEntries(commandTypes.map((type) => [type, dropped])) as Record<CommandType, Carry>),
  'message.send': { how: 'native', as: 'ask', loses: ['ref', 'files', 'agent', 'model', 'seen', 'options'] },
  'input.answer': { how: 'degraded', as: 'ask' },
};
