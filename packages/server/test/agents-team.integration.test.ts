import type { RunEvent } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { agentTalks, json, partsOf } from './support/agent-talks.ts';
import type { Seen } from './support/model-server.ts';
import type { Talk } from './support/talk.ts';

const { asked, plays, talk } = agentTalks();

const waits = (event: RunEvent) => event.type === 'run.status' && event.status === 'awaiting_input';

describe('team', () => {
  const steps = [
    { title: 'Look it up', details: 'in the documents', agent: 'researcher' },
    { title: 'Write it down', details: 'briefly', agent: 'writer' },
  ];
  const stepOf = (request: Seen) => partsOf(request).at(-1)?.split('\n')[0]?.replace('Your step: ', '') ?? '';
  const usual = {
    'team.plan': json({ summary: 'In two steps', steps }),
    'team.step': (_: number, request: Seen) => `Did: ${stepOf(request)}`,
    'team.answer': (_: number, request: Seen) =>
      `All done. ${partsOf(request)
        .filter((text) => text.startsWith('Step '))
        .join(' ')}`,
  };

  async function proposed(session: Talk, run: string, nth = 1): Promise<string> {
    const told = await session.until(run, waits, nth);
    return told.of('input.requested').at(-1)?.inputId ?? '';
  }

  it('proposes a plan, carries out what the user made of it, by the members named, and answers', async () => {
    const session = await talk();
    plays(usual);
    const run = await session.begin('Report on cats', { agent: 'team' });
    const question = await proposed(session, run);
    const edited = [{ title: 'Draw a cat', details: '', agent: 'analyst' }];
    await session.answer(run, question, { decision: 'approve', steps: edited });
    const told = await session.rest(run);
    expect(told.of('plan.proposed')).toMatchObject([{ task: 'Report on cats', summary: 'In two steps', steps }]);
    expect(told.of('plan.edited')).toMatchObject([{ steps: edited }]);
    expect(told.of('plan.step')).toMatchObject([
      { index: 0, count: 1, title: 'Draw a cat', agentName: 'analyst' },
      { index: 0, count: 1, title: 'Draw a cat', progress: 'Did: Draw a cat' },
    ]);
    expect(told.end.text).toBe('All done. Step 1 (Draw a cat): Did: Draw a cat');
    expect(told.of('message.started').map(({ name }) => name)).toEqual(['analyst', 'orchestrator']);
    expect(told.of('node.entered').map(({ name }) => name)).toEqual(['orchestrator', 'analyst', 'orchestrator']);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('makes another plan when asked for one, and none when that is refused', async () => {
    const session = await talk();
    plays({ ...usual, 'team.plan': (nth) => json({ summary: `Plan ${nth}`, steps: steps.slice(nth) }) });
    const run = await session.begin('Report on cats', { agent: 'team' });
    await session.answer(run, await proposed(session, run), { decision: 'reply', text: 'shorter please' });
    await session.answer(run, await proposed(session, run, 2), { decision: 'approve' });
    const told = await session.rest(run);
    expect(
      asked()
        .filter(({ task }) => task === 'team.plan')
        .at(-1)?.last,
    ).toContain('shorter please');
    expect(told.of('plan.proposed').map(({ summary }) => summary)).toEqual(['Plan 0', 'Plan 1']);
    expect(told.end.text).toBe('All done. Step 1 (Write it down): Did: Write it down');

    plays(usual);
    const other = await session.begin('Report on dogs', { agent: 'team' });
    await session.answer(other, await proposed(session, other), { decision: 'reject' });
    await session.answer(other, await proposed(session, other, 2), { decision: 'reply', text: 'no' });
    const declined = await session.rest(other);
    expect(declined.of('plan.step')).toEqual([]);
    expect(declined.end).toMatchObject({ status: 'complete', text: expect.stringContaining('not carried out') });
  });

  it('plans anew where a step fails', async () => {
    const session = await talk();
    plays({
      ...usual,
      'team.plan': (nth) => json({ summary: `Plan ${nth}`, steps: nth === 0 ? steps : steps.slice(1) }),
      'team.step': (nth, request) => (nth === 0 ? 'FAILED: the documents are gone' : `Did: ${stepOf(request)}`),
    });
    const run = await session.begin('Report on cats', { agent: 'team' });
    await session.answer(run, await proposed(session, run), { decision: 'approve' });
    await session.answer(run, await proposed(session, run, 2), { decision: 'approve' });
    const told = await session.rest(run);
    const replanned = asked()
      .filter(({ task }) => task === 'team.plan')
      .at(-1);
    expect(replanned?.last).toContain('the documents are gone');
    expect(told.of('plan.step').map(({ title, progress }) => progress ?? title)).toEqual([
      'Look it up',
      'FAILED: the documents are gone',
      'Write it down',
      'Did: Write it down',
    ]);
    expect(told.end.status).toBe('complete');
  });

  it('yields to the user in a pause, and heeds what they say', async () => {
    const session = await talk();
    plays({ ...usual, 'team.step': (_, request) => ({ text: `Did: ${stepOf(request)} thoroughly`, everyMs: 30 }) });
    const run = await session.begin('Report on cats', { agent: 'team', options: { cooperativePlanning: false } });
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    const question = await proposed(session, run);
    await session.answer(run, question, { decision: 'reply', text: 'Only black ones' });
    const told = await session.rest(run);
    expect(told.statuses).toEqual(['pausing', 'awaiting_input', 'active']);
    expect(
      asked()
        .filter(({ task }) => task === 'team.step')
        .at(-1)
        ?.texts.join(),
    ).toContain('Only black ones');
    expect(told.end.status).toBe('complete');
  });
});
