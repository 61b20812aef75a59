import type { Screen } from '@polywire/conformance';
import type { Ability, Step } from '@polywire/conformance/independent-server';
import { expect } from 'vitest';
import type { Told } from '../support/talk.ts';
import type { Front } from './front.ts';
import { isAsked, shown } from './table.ts';

/** A scenario as a server tells it that is not ours: what is done there is written down, not thought of. */
export interface Story {
  /** Of the scenario. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** What a server must be able to do, beside its steps. */
  readonly needs?: readonly Ability[];
  play?(front: Front): Promise<boolean>;
  readonly status?: 'complete' | 'stopped';
  check(told: Told, screen: Screen, here: Here): void | Promise<void>;
}

export interface Here {
  readonly url: string;
  /** What the other server was sent. */
  readonly sent: string;
}

const outcomes = (told: Told) => told.of('tool.finished').map(({ name, outcome }) => `${name} ${outcome}`);
const decided = (decision: 'approve' | 'reject') => async (front: Front) => {
  await isAsked(front, 'notes.txt');
  await front.decide(decision);
  return true;
};
const approval: readonly Step[] = [{ approve: 'May I write notes.txt?' }, { say: 'That is settled.' }];

export const stories: readonly Story[] = [
  {
    name: 'a plain question',
    steps: [{ say: 'Hello! I answer questions.' }],
    check(told, screen) {
      expect(told.of('tool.call')).toEqual([]);
      expect(screen.text).toContain('Hello! I answer questions.');
    },
  },
  {
    name: 'a search in the knowledge base',
    steps: [{ tool: 'search', args: { q: 'opening' }, result: 'It opens at nine.' }, { say: 'At nine.' }],
    check(told, screen) {
      expect(outcomes(told)).toEqual(['search ok']);
      expect(told.of('tool.call')).toMatchObject([{ args: { q: 'opening' } }]);
      expect(screen.tools).toMatchObject([{ name: 'search', state: 'ok' }]);
      expect(screen.text).toContain('At nine.');
    },
  },
  {
    name: 'a search, then a checklist',
    steps: [
      { tool: 'search', result: '三步' },
      { todos: ['准备环境', '运行'], title: '部署清单' },
      { say: '照此操作。' },
    ],
    check(told, screen) {
      expect(told.of('todo.list')).toMatchObject([
        { title: '部署清单', items: [{ text: '准备环境' }, { text: '运行' }] },
      ]);
      for (const text of ['准备环境', '运行', '照此操作。']) expect(shown(screen)).toContain(text);
    },
  },
  {
    name: 'an analysis of a table, with charts to fetch',
    steps: [{ say: 'Look:' }, { chart: 7 }, { say: 'April sold best.' }],
    async check(told, screen, { url }) {
      const [chart] = told.of('chart');
      const fetched = await fetch(`${url}/v1/analyses/${chart?.analysisId}`);
      expect(await fetched.json()).toMatchObject({ options: [{ title: { text: 'Analysis 7' } }] });
      expect(shown(screen)).toContain(String(chart?.analysisId));
    },
  },
  {
    name: 'an approval that is given',
    steps: approval,
    play: decided('approve'),
    check(told, screen, { sent }) {
      expect(told.of('input.resolved')).toMatchObject([{ outcome: 'approved' }]);
      expect(sent).toMatch(/accepted\W+true/);
      expect(screen.text).toContain('That is settled.');
    },
  },
  {
    name: 'an approval that is refused',
    steps: approval,
    play: decided('reject'),
    check(told, screen, { sent }) {
      expect(told.of('input.resolved')).toMatchObject([{ outcome: 'denied' }]);
      expect(sent).toMatch(/accepted\W+false/);
      expect(screen.text).toContain('That is settled.');
    },
  },
  {
    name: 'tools side by side',
    steps: [
      { tool: 'calculate', args: { e: '12*12' }, result: '144' },
      { tool: 'calculate', args: { e: '945/9' }, result: '105' },
      { say: '144 and 105' },
    ],
    check(told, screen) {
      expect(outcomes(told)).toEqual(['calculate ok', 'calculate ok']);
      expect(told.of('tool.finished').map(({ result }) => JSON.stringify(result))).toEqual([
        expect.stringContaining('144'),
        expect.stringContaining('105'),
      ]);
      expect(screen.tools).toHaveLength(2);
    },
  },
  {
    name: 'a tool that fails',
    steps: [{ tool: 'read_file', result: 'no such file', fails: true }, { say: 'There is no such file.' }],
    check(told, screen) {
      expect(outcomes(told)).toEqual(['read_file error']);
      expect(screen.tools).toHaveLength(1);
      expect(screen.text).toContain('There is no such file.');
    },
  },
  {
    name: 'a pause, and going on',
    steps: [{ say: 'one' }, { hang: true }, { say: 'two' }],
    needs: ['pause'],
    async play(front) {
      await front.truth((event) => event.type === 'message.completed');
      if (!(await front.press('pause'))) return false;
      await front.truth((event) => event.type === 'run.status' && event.status === 'paused');
      await front.press('resume');
      return true;
    },
    check(told, screen) {
      expect(told.statuses).toEqual(['pausing', 'paused', 'active']);
      expect(screen.text).toContain('two');
    },
  },
  {
    name: 'a stop',
    steps: [{ say: 'The sea.' }, { hang: true }],
    status: 'stopped',
    async play(front) {
      await front.truth((event) => event.type === 'text.delta');
      await front.sees((screen) => screen.busy);
      return front.press('stop');
    },
    check: (told) => expect(told.of('message.started').length).toBe(told.of('message.completed').length),
  },
  {
    name: 'a tree of thoughts',
    steps: [{ tree: ['the train', 'the plane'], chosen: 0 }, { say: 'Take the train.' }],
    check(told, screen) {
      expect(told.of('tot.expand')).toMatchObject([{ candidates: ['the train', 'the plane'] }]);
      expect(told.of('tot.evaluate')).toMatchObject([{ chosen: 0, scores: [0.9, 0.2] }]);
      expect(screen.text).toContain('Take the train.');
    },
  },
  {
    name: 'a graph of thoughts',
    steps: [{ graph: ['goods', 'payment'] }, { say: 'Open the doors.' }],
    check(told, screen) {
      expect(told.of('got.plan')).toMatchObject([{ nodeIds: ['goods', 'payment'] }]);
      const done = told.of('got.node').filter(({ phase }) => phase === 'complete');
      expect(done.map(({ id }) => id)).toEqual(['goods', 'payment']);
      expect(screen.text).toContain('Open the doors.');
    },
  },
  {
    name: 'a team whose plan is edited',
    steps: [{ plan: [{ title: 'Collect ideas', details: 'many' }] }, { ask: 'All right?' }, { say: 'Welcome!' }],
    async play(front) {
      await isAsked(front, 'Collect ideas');
      await front.editPlan([{ title: 'Write one warm sentence' }], 'Write one warm sentence');
      return true;
    },
    check(told, screen, { sent }) {
      expect(told.of('plan.proposed')).toMatchObject([{ steps: [{ title: 'Collect ideas' }] }]);
      expect(sent).toContain('Write one warm sentence');
      expect(screen.text).toContain('Welcome!');
    },
  },
];

/** What a server must be able to do to tell it. */
export function needsOf({ steps, needs = [] }: Story): readonly Ability[] {
  const told = steps.flatMap((step) => Object.keys(step) as Ability[]);
  return [...needs, ...told.filter((key) => !details.has(key))];
}
/** They say more of a step. */
const details: ReadonlySet<Ability> = new Set<Ability>(['args', 'result', 'title', 'alt', 'chosen']);
