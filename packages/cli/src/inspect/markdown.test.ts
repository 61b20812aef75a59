import { type Draft, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { markdownOf } from './markdown.ts';

const prompt = 'Run it again? / 要重新运行吗？';
const drafts: readonly Draft[] = [
  { type: 'run.started', runId: 'r', input: '部署' },
  { type: 'tool.call', runId: 'r', callId: 'c', name: 'deploy', args: {} },
  { type: 'input.requested', runId: 'r', inputId: 'i', kind: 'approval', prompt },
  { type: 'input.resolved', runId: 'r', inputId: 'i', outcome: 'denied' },
  { type: 'tool.finished', runId: 'r', callId: 'c', name: 'deploy', outcome: 'denied', result: null },
  { type: 'run.finished', runId: 'r', status: 'timed_out' },
];
const run = { id: 'r', session: 's', events: drafts.map((draft, i) => stampDraft(draft, i + 1, i)) };

it.each([
  ['en', [/ · timed out/, /Tool deploy: rejected/, /> Run it again\? — rejected\n/], /[\u4e00-\u9fff]/],
  ['zh', [/ · 已超时/, /工具 deploy：已拒绝/, /> 要重新运行吗？ — 已拒绝\n/], /timed|denied|rejected|again/],
] as const)('is in one language: %s', (language, shown, other) => {
  const page = markdownOf(run, language).replace('部署', 'Deploy').replace('部署', 'Deploy');
  for (const each of shown) expect(page).toMatch(each);
  expect(page).not.toMatch(other);
});
