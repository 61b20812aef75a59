import type { Carry, EventOf, EventType } from '@polywire/protocol';

/** What a person must be able to see of an event. */
export interface Evidence {
  /** Texts that can be read on the screen. */
  readonly shows?: readonly string[];
  /** Shown until the end of the run; without it, shown once is enough. */
  readonly stays?: true;
  readonly busy?: boolean;
  readonly tool?: { readonly name: string; readonly state?: 'running' | 'ok'; readonly result?: string };
  /** The screen is another one right after the event, or right after the event whose frame it travels in. */
  readonly changes?: true;
  /** The dialog is gone. */
  readonly asksNoMore?: true;
  /** And one of these, where front ends have more than one way to show it. */
  readonly oneOf?: readonly Evidence[];
}

type Witness<T extends EventType> = (event: EventOf<T>, how: Carry['how']) => Evidence;

/** Words in place of data say that there was some, not what it was. */
const whole = (how: Carry['how'], value: string, words: readonly string[]): Evidence =>
  how === 'native'
    ? { shows: [value], changes: true }
    : { oneOf: words.map((word) => ({ shows: [word] })), changes: true };
const shownAs = (it: Evidence, name: string): Evidence => ({ ...it, shows: [...(it.shows ?? []), name] });
const stateWords = ['State', '状态'];

export const evidence: { [T in EventType]: Witness<T> } = {
  'message.accepted': ({ text }) => ({ shows: [text] }),
  'run.started': () => ({ busy: true }),
  'run.status': ({ status }) => ({ oneOf: [{ shows: [status] }, { busy: false }], changes: true }),
  'run.finished': () => ({ busy: false }),
  'message.started': ({ messageId, role }) => ({
    oneOf: [messageId, role].map((it) => ({ shows: [it] })),
    changes: true,
  }),
  'message.completed': () => ({ shows: ['text-of-assistant'], changes: true }),
  'text.delta': ({ delta }) => ({ shows: [delta], stays: true }),
  'text.replaced': ({ text }) => ({ shows: [text], stays: true }),
  'reasoning.delta': ({ delta }) => ({ shows: [delta] }),
  'reasoning.done': () => ({ shows: ['thought-of-assistant'], changes: true }),
  'history.rewound': ({ toSeq }) => ({ shows: [String(toSeq)], changes: true }),
  'tool.args': () => ({ shows: ['value-of'], changes: true }),
  'tool.call': ({ name }) => ({ tool: { name }, changes: true }),
  'tool.started': ({ name }) => ({ tool: { name, state: 'running' }, changes: true }),
  'tool.output': ({ text }) => ({ shows: [text] }),
  'tool.finished': ({ name, result }) => ({ tool: { name, state: 'ok', result: String(result) }, stays: true }),
  'input.requested': ({ prompt }) => ({ shows: prompt === undefined ? [] : [prompt] }),
  'input.resolved': () => ({ asksNoMore: true, changes: true }),
  'todo.list': ({ title, items }) => ({ shows: [title ?? '', ...items.map(({ text }) => text)], stays: true }),
  'todo.item': ({ text }) => ({ shows: [text], changes: true }),
  'plan.proposed': ({ summary, steps }) => ({
    shows: [summary ?? '', ...steps.map(({ title }) => title)],
    stays: true,
  }),
  'plan.edited': ({ steps }) => ({ shows: steps.map(({ title }) => title), changes: true }),
  'plan.step': ({ title, progress = '' }) => ({ shows: [title, progress], changes: true }),
  image: ({ url }) => ({ shows: [url], stays: true }),
  chart: ({ title }) => ({ shows: title === undefined ? [] : [title], stays: true }),
  'node.entered': ({ name }) => ({ shows: [name], changes: true }),
  'node.exited': ({ name }) => ({ shows: [name], changes: true }),
  usage: ({ total }) => ({ shows: [String(total)] }),
  'state.snapshot': (_, how) => whole(how, 'value-of-state', stateWords),
  'state.update': ({ node = '' }, how) => shownAs(whole(how, 'value-of-state', stateWords), node),
  checkpoint: ({ checkpointId }) => ({ shows: [checkpointId] }),
  'tot.expand': ({ candidates }) => ({ shows: candidates }),
  'tot.evaluate': ({ scores }) => ({ shows: scores.map(String) }),
  'tot.backtrack': ({ reason }) => ({ shows: [reason] }),
  'got.plan': ({ nodeIds }) => ({ shows: nodeIds }),
  'got.node': ({ id }) => ({ shows: [id] }),
  'got.expand': ({ id }) => ({ shows: [id] }),
  notice: ({ text }) => ({ shows: [text], stays: true }),
  custom: (_, how) => whole(how, 'value-of-custom', ['name-of-custom']),
  foreign: (_, how) => whole(how, 'value-of-foreign', ['elsewhere']),
  error: ({ message }) => ({ shows: [message], stays: true }),
};
