import type { EventOf, EventType } from '@polywire/protocol';

/** What a person must be able to see of an event. Empty: it has no look of its own. */
export interface Evidence {
  /** Texts that can be read on the screen. */
  readonly shows?: readonly string[];
  /** Shown until the end of the run; without it, shown once is enough. */
  readonly stays?: true;
  readonly busy?: boolean;
  readonly tool?: { readonly name: string; readonly state?: 'running' | 'ok'; readonly result?: string };
  /** Something on the screen is different from before. */
  readonly changes?: true;
  /** The dialog is gone. */
  readonly asksNoMore?: true;
}

const nothing = () => ({});

export const evidence: { [T in EventType]: (event: EventOf<T>) => Evidence } = {
  'message.accepted': ({ text }) => ({ shows: [text] }),
  'run.started': () => ({ busy: true }),
  'run.status': () => ({ changes: true }),
  'run.finished': () => ({ busy: false }),
  'message.started': nothing,
  'message.completed': nothing,
  'text.delta': ({ delta }) => ({ shows: [delta], stays: true }),
  'text.replaced': ({ text }) => ({ shows: [text], stays: true }),
  'reasoning.delta': ({ delta }) => ({ shows: [delta] }),
  'reasoning.done': nothing,
  'history.rewound': nothing,
  'tool.args': ({ name }) => ({ shows: name === undefined ? [] : [name] }),
  'tool.call': ({ name }) => ({ tool: { name } }),
  'tool.started': ({ name }) => ({ tool: { name, state: 'running' } }),
  'tool.output': ({ text }) => ({ shows: [text] }),
  'tool.finished': ({ name, result }) => ({ tool: { name, state: 'ok', result: String(result) }, stays: true }),
  'input.requested': ({ prompt }) => ({ shows: prompt === undefined ? [] : [prompt] }),
  'input.resolved': () => ({ asksNoMore: true }),
  'todo.list': ({ title, items }) => ({ shows: [title ?? '', ...items.map(({ text }) => text)], stays: true }),
  'todo.item': ({ text }) => ({ shows: [text], changes: true }),
  'plan.proposed': ({ summary, steps }) => ({
    shows: [summary ?? '', ...steps.map(({ title }) => title)],
    stays: true,
  }),
  'plan.edited': ({ steps }) => ({ shows: steps.map(({ title }) => title) }),
  'plan.step': ({ title }) => ({ shows: [title], changes: true }),
  image: ({ url }) => ({ shows: [url], stays: true }),
  chart: ({ title }) => ({ shows: title === undefined ? [] : [title], stays: true }),
  'node.entered': ({ name }) => ({ shows: [name] }),
  'node.exited': () => ({ changes: true }),
  usage: ({ total }) => ({ shows: [String(total)] }),
  'state.snapshot': () => ({ changes: true }),
  'state.update': () => ({ changes: true }),
  checkpoint: ({ checkpointId }) => ({ shows: [checkpointId] }),
  'tot.expand': ({ candidates }) => ({ shows: candidates }),
  'tot.evaluate': ({ scores }) => ({ shows: scores.map(String) }),
  'tot.backtrack': ({ reason }) => ({ shows: [reason] }),
  'got.plan': ({ nodeIds }) => ({ shows: nodeIds }),
  'got.node': ({ id }) => ({ shows: [id] }),
  'got.expand': ({ id }) => ({ shows: [id] }),
  notice: ({ text }) => ({ shows: [text], stays: true }),
  custom: () => ({ changes: true }),
  foreign: nothing,
  error: ({ message }) => ({ shows: [message], stays: true }),
};
