import type { Command, CommandOf, CommandType, RunEvent, RunStatus } from '@polywire/protocol';

/**
 * Does this event show that the command was carried out? Few dialects answer commands, but all of them show what became
 * of one. `wasBusy`: a run that is not its own came first. `isExact`: the wire answers, and names whose run it is.
 */
export function confirms(command: Command, event: RunEvent, wasBusy: boolean, isExact = false): boolean {
  const isNamed = 'ref' in event && event.ref !== undefined && event.ref === command.ref;
  // That a message is in the queue says nothing of the run that will answer it.
  if (isExact && command.type === 'message.send') return isNamed && event.type === 'run.started';
  if (isNamed) return true;
  const rule = rules[command.type] as Rule<Command> | undefined;
  return rule?.(command, event, wasBusy) ?? false;
}

type Rule<C> = (command: C, event: RunEvent, wasBusy: boolean) => boolean;

const rules: { readonly [T in CommandType]?: Rule<CommandOf<T>> } = {
  'message.send': ({ ref }, event, wasBusy) => {
    if (event.type === 'message.accepted' || event.type === 'run.started') return ours(event.ref, ref);
    return !wasBusy && event.type !== 'run.finished';
  },
  'input.answer': ({ inputId }, event) =>
    (event.type === 'input.resolved' && (inputId === undefined || event.inputId === inputId)) ||
    event.type === 'run.started' ||
    event.type === 'run.finished' ||
    (event.type === 'run.status' && event.status === 'active'),
  'run.pause': (_, event) => event.type === 'run.finished' || (event.type === 'run.status' && atRest.has(event.status)),
  'run.resume': (_, event) =>
    event.type === 'run.finished' || (event.type === 'run.status' && event.status === 'active'),
  'run.stop': (_, event) => event.type === 'run.finished',
  'todo.set': ({ listId, itemId }, event) =>
    event.type === 'todo.item' && event.listId === listId && event.itemId === itemId,
  'plan.edit': ({ planId }, event) => event.type === 'plan.edited' && event.planId === planId,
  'history.rewind': (_, event) => event.type === 'history.rewound',
};

/** Some servers make a pause the user's turn, and say no more than that they wait. */
const atRest: ReadonlySet<RunStatus> = new Set<RunStatus>(['pausing', 'paused', 'awaiting_input']);

/** Where an event names somebody's message it must be this one; some wires name none. */
function ours(told: string | undefined, ref: string | undefined): boolean {
  return told === undefined || told === ref;
}
