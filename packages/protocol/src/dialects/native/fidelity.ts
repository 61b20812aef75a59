import { type CommandType, commandTypes } from '../../commands.ts';
import type { Carry, Traits } from '../../dialect.ts';
import { type EventType, eventTypes } from '../../events.ts';

const whole: Carry = { how: 'native', as: { en: 'itself', zh: '原样' } };

export const carries = Object.fromEntries(eventTypes.map((type) => [type, whole])) as Record<
  EventType,
  Carry
> satisfies Traits['carries'];
export const accepts = Object.fromEntries(commandTypes.map((type) => [type, whole])) as Record<
  CommandType,
  Carry
> satisfies Traits['accepts'];
