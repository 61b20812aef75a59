import { describe, expect, it } from 'vitest';
import { dialects } from './dialects/registry.ts';
import { type Draft, stampDraft } from './events.ts';
import { Losses } from './fidelity.ts';

const drafts: Draft[] = [
  { type: 'run.started', runId: 'r' },
  { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant' },
  { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'a' },
  { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'b', agent: 'x' },
  { type: 'message.completed', runId: 'r', messageId: 'm' },
  { type: 'todo.list', runId: 'r', listId: 'l', items: [] },
  { type: 'state.snapshot', runId: 'r', state: {} },
  { type: 'run.finished', runId: 'r', status: 'complete' },
];

function reportOf(name: string) {
  const dialect = dialects.find((each) => each.name === name);
  const losses = new Losses(dialect as never);
  for (const [i, draft] of drafts.entries()) losses.push(stampDraft(draft, i + 1, i));
  return losses.report();
}

describe('Losses', () => {
  it.each(dialects.map(({ name }) => name))('counts every event once in %s', (name) => {
    const { exact, degraded, dropped, events } = reportOf(name);
    expect(exact + degraded + dropped).toBe(drafts.length);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(drafts.length);
  });

  it('finds nothing lost on our own wire', () => {
    expect(reportOf('native')).toMatchObject({ exact: drafts.length, degraded: 0, dropped: 0 });
  });

  it('calls an event degraded only where it had what is lost', () => {
    const text = reportOf('loom').events.find(({ type }) => type === 'text.delta');
    expect(text).toMatchObject({ count: 2, exact: 1, degraded: 1, loses: ['agent'] });
  });

  it('follows the table for what is shown as something else and what is not shown', () => {
    const { events } = reportOf('nexus');
    expect(events.find(({ type }) => type === 'todo.list')).toMatchObject({ degraded: 1 });
    expect(events.find(({ type }) => type === 'state.snapshot')).toMatchObject({ dropped: 1 });
  });
});
