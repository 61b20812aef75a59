import type { RunContext } from '../../../packages/server/src/index.ts';
import { type Play, say } from '../../../packages/web/test/support/stage.ts';
import { charts } from './charts.ts';
import { heavy } from './heavy.ts';
import { allMarkup, EVIL, inOneLine, markup, RUN } from './markup.ts';

export interface PageAttack {
  readonly what: string;
  /** What the reader is made to ask, where that is part of it; it also becomes the title of the session. */
  readonly asks?: string;
  readonly play: Play;
}

type Emit = (context: RunContext) => void;

const once = (what: string, emit: Emit): PageAttack => ({
  what,
  async play(context) {
    await context.step('once', async () => {
      emit(context);
      return true;
    });
    return undefined;
  },
});

const spoken = (what: string, text: string): PageAttack => ({
  what,
  async play(context) {
    await say(context, text);
    return undefined;
  },
});

/** What a model, a tool or another server may put before a reader, all of it as an attacker would write it. */
export const attacks: readonly PageAttack[] = [
  spoken('markup in an answer', allMarkup),
  { ...spoken('markup in a question and a title', 'Yes.'), asks: `${inOneLine}\n${allMarkup}` },
  once('markup in thoughts', ({ emit }) => {
    emit({ type: 'reasoning.delta', messageId: 'm', delta: allMarkup });
    emit({ type: 'reasoning.done', messageId: 'm' });
    emit({ type: 'message.completed', messageId: 'm' });
  }),
  once('markup in a tool call', ({ emit, runId }) => {
    const call = { callId: `${runId}.t`, name: inOneLine };
    emit({ type: 'tool.call', ...call, args: { [inOneLine]: [...markup], nested: { html: allMarkup } } });
    emit({ type: 'tool.started', ...call });
    emit({ type: 'tool.output', ...call, text: allMarkup });
    emit({ type: 'tool.finished', ...call, outcome: 'ok', result: { html: [...markup], text: allMarkup } });
    const failed = { callId: `${runId}.f`, name: 'fails' };
    emit({ type: 'tool.call', ...failed, args: {} });
    emit({ type: 'tool.started', ...failed });
    emit({ type: 'tool.finished', ...failed, outcome: 'error', result: allMarkup });
  }),
  once('markup in errors, notes, lists, plans and names', ({ emit, runId }) => {
    emit({ type: 'error', message: allMarkup, code: inOneLine, fatal: false });
    emit({ type: 'notice', of: inOneLine, text: allMarkup });
    const item = { text: allMarkup, status: 'pending' } as const;
    emit({ type: 'todo.list', listId: `${runId}.l`, title: inOneLine, items: [{ id: '1', ...item }] });
    emit({
      type: 'plan.proposed',
      planId: `${runId}.p`,
      task: inOneLine,
      summary: allMarkup,
      steps: [{ title: inOneLine }],
    });
    emit({ type: 'node.entered', name: inOneLine, nodeRun: `${runId}.n` });
    emit({ type: 'node.exited', name: inOneLine, nodeRun: `${runId}.n` });
    emit({ type: 'tot.expand', candidates: [inOneLine, allMarkup] });
    emit({ type: 'tot.evaluate', chosen: 0, scores: [0.5, 0.1] });
  }),
  once('images that are none', ({ emit, runId }) => {
    const urls = [
      ...[
        `${EVIL}/track.png`,
        `javascript:${RUN}`,
        `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
      ],
      ...[
        `data:text/html,<script>${RUN}</script>`,
        '//evil.test/x.png',
        'file:///etc/passwd',
        `/v1/images?url=${encodeURIComponent(EVIL)}`,
      ],
      ...[`/files/..%2f..%2fv1/images?url=${encodeURIComponent(EVIL)}`, '/enter/x', 'blob:x', '', 'x'.repeat(5_000)],
    ];
    for (const [i, url] of urls.entries()) emit({ type: 'image', imageId: `${runId}.${i}`, url, alt: inOneLine });
  }),
  ...charts.map((options, i) =>
    once(`chart ${i + 1}`, ({ emit, runId }) => {
      emit({ type: 'chart', analysisId: `${runId}.c`, title: inOneLine, options: [options] });
    }),
  ),
  ...heavy.map(({ what, text }) => spoken(what, text)),
  once('a result nested without end', ({ emit, runId }) => {
    let nested: unknown = inOneLine;
    for (let i = 0; i < 60; i += 1) nested = { [`k${i}`]: [nested] };
    const call = { callId: `${runId}.t`, name: 'deep' };
    emit({ type: 'tool.call', ...call, args: { nested: nested as never } });
    emit({ type: 'tool.started', ...call });
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key ${i}`, inOneLine]));
    emit({ type: 'tool.finished', ...call, outcome: 'ok', result: many });
  }),
];
