import type { Screen } from '@polywire/conformance';
import { expect } from 'vitest';
import type { Reply, Seen } from '../support/model-server.ts';
import type { Told } from '../support/talk.ts';
import type { Front } from './front.ts';

/** One thing that people do with an agent, whichever front end and whichever model they have. */
export interface Scenario {
  readonly name: string;
  readonly agent: string;
  readonly says: string;
  /** The model takes its time, so that there is something to interrupt. */
  readonly isSlow?: boolean;
  /** What a model that is told what to say says, by task. */
  readonly script: Readonly<Record<string, Reply | ((request: Seen) => Reply)>>;
  /** What the user does once the message is sent; false where this front end has no way to do it. */
  play?(front: Front): Promise<boolean>;
  /** How it has to end. */
  readonly status?: 'complete' | 'stopped';
  /** What must have happened, beside that the answer is on the screen. */
  check(told: Told, screen: Screen, front: { readonly url: string }): void | Promise<void>;
}

export const documents = [
  { title: 'Harbour Library', text: 'The reading room of the Harbour Library opens at nine in the morning.' },
  {
    title: '部署指南',
    text: '部署文档：部署分为三步。第一步准备 Docker 环境；第二步配置环境变量；第三步运行 docker compose up。',
  },
];

const CSV = 'month,sales\nJan,120\nFeb,95\nMar,143\nApr,160';
const call = (name: string, args: Record<string, string | object>): { name: string; args: never } => ({
  name,
  args: args as never,
});
const afterTools = (first: Reply, then: (results: readonly string[]) => Reply) => (request: Seen) =>
  request.results.length === 0 ? first : then(request.results);
const outcomes = (told: Told) => told.of('tool.finished').map(({ name, outcome }) => `${name} ${outcome}`);
/** The question is on the screen, and the front end is ready to take an answer. */
export async function isAsked(front: Front, what: string, times = 1): Promise<void> {
  let left = times;
  await front.truth((event) => {
    if (event.type === 'run.status' && event.status === 'awaiting_input') left -= 1;
    return left === 0;
  });
  await front.sees(
    ({ asks, busy, text, tools }) =>
      (asks !== undefined || !busy) && `${asks?.prompt}${text}${JSON.stringify(tools)}`.split(what).length > times,
  );
}
const parts = ({ last }: Seen) => last.split('\n\n');

export const scenarios: readonly Scenario[] = [
  {
    name: 'a plain question',
    agent: 'react',
    says: 'Hello! What can you do?',
    script: { chat: 'Hello from the model: I answer questions.' },
    check: (told) => expect(told.of('tool.call')).toEqual([]),
  },
  {
    name: 'a search in the knowledge base',
    agent: 'react',
    says: 'Search the documents: when does the reading room of the Harbour Library open?',
    script: {
      chat: afterTools({ calls: [call('search_knowledge_base', { query: 'Harbour Library' })] }, ([found = '']) =>
        found.includes('nine') ? 'At nine in the morning.' : 'I do not know.',
      ),
    },
    check(told, screen) {
      expect(outcomes(told)).toEqual(['search_knowledge_base ok']);
      expect(screen.text).toContain('nine');
    },
  },
  {
    name: 'a search, then a checklist',
    agent: 'react',
    says: '帮我搜索部署文档，然后创建一个部署清单',
    script: {
      chat({ results }) {
        if (results.length === 0) {
          return { reasoning: '先搜索知识库。', calls: [call('search_knowledge_base', { query: '部署文档' })] };
        }
        const items = ['准备 Docker 环境', '配置环境变量', '运行 docker compose up'];
        if (results.length === 1) {
          return { text: '根据文档创建清单：', calls: [call('todo_create', { title: '部署清单', items })] };
        }
        return '按照以上步骤操作即可完成部署。';
      },
    },
    check(told, screen) {
      expect(outcomes(told)).toEqual(['search_knowledge_base ok', 'todo_create ok']);
      const items = told.of('todo.list').flatMap((list) => list.items);
      expect(items.length).toBeGreaterThan(1);
      for (const { text } of items) expect(shown(screen)).toContain(text);
    },
  },
  {
    name: 'an analysis of a table, with charts to fetch',
    agent: 'react',
    says: `Analyse this CSV and draw a bar chart:\n${CSV}`,
    script: {
      chat: afterTools(
        {
          calls: [
            call('analyse_data', {
              source: 'pasted',
              data: CSV,
              chart: { type: 'bar', x: 'month', y: 'sales', title: 'Sales' },
            }),
          ],
        },
        () => 'April sold best.',
      ),
    },
    async check(told, screen, { url }) {
      expect(outcomes(told)).toContain('analyse_data ok');
      const [chart] = told.of('chart');
      const fetched = await fetch(`${url}/v1/analyses/${chart?.analysisId}`);
      expect(fetched.status).toBe(200);
      const options = JSON.stringify(await fetched.json());
      for (const figure of ['120', '95', '143', '160']) expect(options).toContain(figure);
      expect(shown(screen)).toContain(String(chart?.analysisId));
    },
  },
  {
    name: 'an approval that is given',
    agent: 'react',
    says: 'Save this as notes.txt: the meeting moved to Friday',
    script: {
      chat: afterTools(
        { calls: [call('write_file', { path: 'notes.txt', content: 'the meeting moved to Friday' })] },
        () => 'Saved in notes.txt.',
      ),
    },
    async play(front) {
      await isAsked(front, 'notes.txt');
      await front.decide('approve');
      return true;
    },
    check: (told) => expect(outcomes(told)).toEqual(['write_file ok']),
  },
  {
    name: 'an approval that is refused',
    agent: 'react',
    says: 'Save this as secret.txt: nobody may read this',
    script: {
      chat: afterTools(
        { calls: [call('write_file', { path: 'secret.txt', content: 'nobody may read this' })] },
        () => 'All right, it is not saved.',
      ),
    },
    async play(front) {
      await isAsked(front, 'secret.txt');
      await front.decide('reject');
      return true;
    },
    check: (told) => expect(outcomes(told)).toEqual(['write_file denied']),
  },
  {
    name: 'tools side by side',
    agent: 'react',
    says: 'what is 12*12, and also what is 945/9?',
    script: {
      chat: afterTools(
        { calls: [call('calculate', { expression: '12*12' }), call('calculate', { expression: '945/9' })] },
        (results) => `They are ${results.join(' and ')}.`,
      ),
    },
    check(told, screen) {
      expect(outcomes(told)).toEqual(['calculate ok', 'calculate ok']);
      expect(screen.tools.length).toBe(2);
      for (const sum of ['144', '105']) expect(screen.text).toContain(sum);
    },
  },
  {
    name: 'a tool that fails',
    agent: 'react',
    says: "show me what's inside missing.txt",
    script: {
      chat: afterTools({ calls: [call('read_file', { path: 'missing.txt' })] }, () => 'There is no such file.'),
    },
    check(told, screen) {
      expect(outcomes(told)).toEqual(['read_file error']);
      expect(screen.tools).toHaveLength(1);
      expect(screen.tools[0]?.state).not.toBe('running');
    },
  },
  {
    name: 'a pause, and going on',
    agent: 'react',
    says: 'What is 12*12?',
    isSlow: true,
    script: {
      chat: afterTools(
        {
          text: 'Let me work that out with care and without any haste.',
          everyMs: 60,
          calls: [call('calculate', { expression: '12*12' })],
        },
        ([result = '']) => `It is ${result}.`,
      ),
    },
    async play(front) {
      await front.sees((screen) => screen.busy);
      if (!(await front.press('pause'))) return false;
      await front.truth((event) => event.type === 'run.status' && event.status === 'paused');
      await front.press('resume');
      return true;
    },
    check(told, screen) {
      expect(told.statuses).toEqual(['pausing', 'paused', 'active']);
      expect(screen.text).toContain('144');
    },
  },
  {
    name: 'a stop',
    agent: 'react',
    says: 'Write a long text about the sea',
    isSlow: true,
    status: 'stopped',
    script: { chat: { text: `The sea. ${'It is wide. '.repeat(400)}The end.`, everyMs: 30 } },
    async play(front) {
      await front.sees((screen) => screen.busy);
      await front.truth((event) => event.type === 'text.delta' || event.type === 'reasoning.delta');
      return front.press('stop');
    },
    check: (told) => expect(told.of('message.completed').every(({ interrupted }) => interrupted)).toBe(true),
  },
  {
    name: 'a tree of thoughts',
    agent: 'tot',
    says: 'Should I take the train or the plane to Rome? Compare them.',
    script: {
      'tot.expand': ({ texts }) =>
        JSON.stringify({
          candidates: ['the train', 'the plane', 'both'].map((way) => `${way}, seen ${texts.length} ways`),
        }),
      'tot.evaluate': '{"scores": [0.9, 0.4, 0.2], "reason": "The train is kinder."}',
      'tot.answer': 'Take the train: it brings you from centre to centre.',
    },
    check(told) {
      expect(told.of('tot.expand').length).toBeGreaterThan(0);
      expect(told.of('tot.evaluate').length).toBeGreaterThan(0);
    },
  },
  {
    name: 'a graph of thoughts',
    agent: 'got',
    says: 'Break the task of moving a small shop online into parts and work on them',
    script: {
      'got.plan': JSON.stringify({
        nodes: ['goods', 'payment', 'answer'].map((id) => ({ id, task: `think about ${id}` })),
        edges: [
          ['goods', 'answer'],
          ['payment', 'answer'],
        ],
      }),
      'got.node': (request) => `Result for ${parts(request).at(-1)}`,
      'got.answer': 'First the goods, then the payment, then open the doors.',
    },
    check(told) {
      const [plan] = told.of('got.plan');
      const done = told.of('got.node').filter(({ phase }) => phase === 'complete');
      expect(done.map(({ id }) => id).sort()).toEqual([...(plan?.nodeIds ?? [])].sort());
    },
  },
  {
    name: 'a team whose plan is edited',
    agent: 'team',
    says: 'Write a short greeting for the new members of our club',
    script: {
      'team.plan': (request) =>
        JSON.stringify({
          summary: 'Collect, then write',
          steps: (request.last.includes('To heed') ? ['Write it'] : ['Collect ideas', 'Write it']).map((title) => ({
            title,
            details: 'for the new members',
            agent: 'writer',
          })),
        }),
      'team.step': (request) => `Done: ${parts(request).at(-1)?.split('\n')[0]}`,
      'team.answer': 'Welcome to the club, and enjoy yourselves!',
    },
    async play(front) {
      await isAsked(front, 'this plan all right');
      const steps = [{ title: 'Write one warm sentence', details: 'for the new members', agent: 'writer' }];
      if ((await front.editPlan(steps, 'Only one step, please: write one warm sentence')) === 'edited') return true;
      await isAsked(front, 'this plan all right', 2);
      await front.say('yes');
      return true;
    },
    check(told) {
      const changed = told.of('plan.edited').length + told.of('plan.proposed').length;
      expect(changed).toBe(2);
      expect(told.of('plan.step').some(({ progress }) => progress !== undefined)).toBe(true);
    },
  },
];

/** All that is on the screen, whatever it is written in. */
export function shown(screen: Screen): string {
  return `${screen.text}\n${screen.tools.map(({ result }) => result).join('\n')}`;
}
