import type { RunContext } from '@polywire/server';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';
import type { Visitor } from './support/visitor.ts';

/** Seeing the work and the thoughts. */
const site = openSite(openStage);

/** Everything that `emits` says, as one step. */
const once = (context: RunContext, key: string, emits: () => void) =>
  context.step(key, async () => {
    emits();
    return true;
  });

test('thinking is open while it goes on and closes with its time', async () => {
  const visitor = await site.visit();
  const enough = gate();
  site.server.play('think', async (context) => {
    await context.step('t', async () => {
      const messageId = context.newId('m');
      context.emit({ type: 'message.started', messageId, role: 'assistant' });
      context.emit({ type: 'reasoning.delta', messageId, delta: 'Perhaps by train?' });
      await enough.opened;
      context.emit({ type: 'reasoning.done', messageId });
      context.emit({ type: 'text.delta', messageId, delta: 'By train.' });
      context.emit({ type: 'message.completed', messageId });
      return true;
    });
    return undefined;
  });
  await visitor.ask('think');
  await visitor.page.getByText('Perhaps by train?').waitFor();
  enough.open();
  const line = visitor.button(/^Thought for/);
  await line.waitFor();
  expect(await line.getAttribute('aria-expanded')).toBe('false');
  await line.click();
  await visitor.page.getByText('Perhaps by train?').waitFor();
});

test('tool cards: arguments as they are written, a spinner, output, result, error; parallel ones side by side', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const [writes, works] = [gate(), gate()];
  site.server.play('tools', async (context) => {
    await context.step('args', async () => {
      context.emit({ type: 'tool.args', callId: 'a', name: 'weather', delta: '{"city":"Pa' });
      await writes.opened;
      return true;
    });
    const call = (callId: string, name: string, fails: boolean) =>
      context.callTool({
        callId,
        args: { city: callId === 'a' ? 'Paris' : 'Rome' },
        tool: {
          name,
          async run(_, { output }) {
            output('asking the sky…');
            await works.opened;
            if (fails) throw new Error('No such sky. / 没有这片天空。');
            return { sky: 'blue', degrees: 21 };
          },
        },
      });
    await Promise.all([call('a', 'weather', false), call('b', 'forecast', true)]);
    return undefined;
  });
  await visitor.ask('tools');
  await page.getByRole('region', { name: 'weather: Writing arguments' }).getByText('{"city":"Pa').waitFor();
  writes.open();
  await page.getByRole('region', { name: 'weather: Running' }).getByText('asking the sky…').waitFor();
  const pair = page.getByRole('region', { name: '2 calls at once' });
  await pair.getByRole('region', { name: 'forecast: Running' }).waitFor();
  works.open();
  const done = page.getByRole('region', { name: 'weather: Done' });
  await done.waitFor();
  const failed = page.getByRole('region', { name: 'forecast: Failed' });
  await failed.getByText('No such sky.', { exact: true }).waitFor();
  const [one, two] = await Promise.all([done.boundingBox(), failed.boundingBox()]);
  expect(one && two && Math.abs(one.y - two.y) < 4 && two.x > one.x + one.width - 1).toBe(true);
  if (!(await done.getByText('"blue"').isVisible())) await done.getByRole('button').first().click();
  await done.getByText('"blue"').waitFor();
  await done
    .getByText(/\d+ m?s/)
    .first()
    .waitFor();
});

test('a checklist is ticked on one page and seen by the agent and on another', async () => {
  const visitor = await site.visit();
  const ticked = gate();
  const edits: unknown[] = [];
  site.server.play('list', async (context) => {
    await once(context, 'l', () =>
      context.emit({
        type: 'todo.list',
        listId: 'l1',
        title: 'Moving',
        items: ['Books', 'Plants'].map((text, i) => ({ id: `i${i}`, text, status: i ? 'in_progress' : 'pending' })),
      }),
    );
    await context.step('wait', async () => {
      await ticked.opened;
      edits.push(...context.edits());
      return true;
    });
    await say(context, 'noted');
    return undefined;
  });
  await visitor.ask('list');
  const books = (who: Visitor) => who.page.getByRole('checkbox', { name: 'Books' });
  await books(visitor).waitFor();
  const other = await site.visit({}, visitor.page.url());
  await books(other).waitFor();
  await books(visitor).click();
  await other.page.getByText('1 of 2 done').waitFor();
  expect(await books(other).isChecked()).toBe(true);
  ticked.open();
  await visitor.rows('part').getByText('noted').waitFor();
  expect(edits).toMatchObject([{ type: 'todo.item', itemId: 'i0', status: 'completed' }]);
});

test('a plan is reordered, changed and accepted; its steps show how far it is', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const goOn = gate();
  let steps: unknown;
  site.server.play('plan', async (context) => {
    const plan = { planId: 'p', task: 'Trip', steps: [{ title: 'Look' }, { title: 'Book' }, { title: 'Pack' }] };
    await once(context, 'p', () => context.emit({ type: 'plan.proposed', ...plan }));
    await context.ask({ inputId: `${context.runId}.q`, kind: 'plan', planId: 'p' });
    steps = context.edits().at(-1);
    await context.step('go', async () => {
      context.emit({
        ...{ type: 'plan.step', planId: 'p', index: 1, count: 2, title: 'Look around' },
        ...{ agentName: 'writer', progress: '- **Two** ways' },
      });
      await goOn.opened;
      return true;
    });
    return undefined;
  });
  await visitor.ask('plan');
  await visitor.button('Move step 2 up').click();
  await visitor.button('Remove step 3').click();
  await page.getByRole('textbox', { name: 'Step 2', exact: true }).fill('Look around');
  await visitor.button('Add a step').click();
  await visitor.type('Go home');
  await visitor.button('Accept plan').click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Edited').waitFor();
  await plan.getByRole('img', { name: 'At work' }).waitFor();
  await plan.getByText('Writer', { exact: true }).waitFor();
  await plan.getByText('Two ways', { exact: true }).waitFor();
  expect(steps).toMatchObject({ steps: [{ title: 'Book' }, { title: 'Look around' }, { title: 'Go home' }] });
  await page.getByText('Approved').waitFor();
  goOn.open();
  await visitor.answered();
});

test('another plan can be asked for', async () => {
  const visitor = await site.visit();
  let wish: string | undefined;
  site.server.play('replan', async (context) => {
    await once(context, 'p', () => context.emit({ type: 'plan.proposed', planId: 'p', steps: [{ title: 'Fly' }] }));
    wish = (await context.ask({ inputId: `${context.runId}.q`, kind: 'plan', planId: 'p' })).text;
    return undefined;
  });
  await visitor.ask('replan');
  await visitor.page.getByRole('textbox', { name: /What to change/ }).fill('by train, please');
  await visitor.button('Another plan').click();
  await visitor.answered();
  expect(wish).toBe('by train, please');
});

test('an approval shows the exact call; its arguments can be changed; who decided stays to be read', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const ran: unknown[] = [];
  site.server.play('write', async (context) => {
    await context.callTool({
      callId: 'w',
      args: { path: 'a.txt', content: 'hello' },
      tool: {
        name: 'write_file',
        destructive: true,
        async run(args) {
          ran.push(args);
          return 'written';
        },
      },
    });
    return undefined;
  });
  await visitor.ask('write');
  const question = page.getByRole('region', { name: 'Allow this call?' });
  await question.getByText('"a.txt"').waitFor();
  await expect.poll(() => page.title()).toContain('Waiting for you');
  await visitor.button('Edit arguments').click();
  const field = page.getByRole('textbox', { name: 'Arguments as JSON' });
  await field.fill('{"path": "b.txt"');
  await page.getByText('This is not a JSON object yet.').waitFor();
  expect(await visitor.button('Approve').isDisabled()).toBe(true);
  await field.fill('{"path": "b.txt"}');
  await visitor.button('Approve').click();
  await visitor.answered();
  expect(ran).toEqual([{ path: 'b.txt' }]);
  await page.getByText('with changed arguments').waitFor();
  await page.getByText(/^by /).waitFor();

  await visitor.ask('write');
  await visitor.button('Edit arguments').click();
  await visitor.button('Approve').click();
  const decided = page.getByText('Approved').nth(1);
  await decided.waitFor();
  expect(await decided.locator('..').textContent()).not.toContain('changed');
  await visitor.answered(2);
  expect(ran.at(-1)).toEqual({ path: 'a.txt', content: 'hello' });

  await visitor.ask('write');
  await visitor.button('Reject').click();
  await page.getByRole('region', { name: 'write_file: Not allowed' }).waitFor();
  expect(ran.length).toBe(2);
});

test('a question is answered where it stands, or from the field', async () => {
  const visitor = await site.visit();
  site.server.play('ask', async (context) => {
    const first = await context.ask({ inputId: `${context.runId}.1`, kind: 'text', prompt: 'Which town?' });
    const second = await context.ask({ inputId: `${context.runId}.2`, kind: 'text', prompt: 'Which year?' });
    await say(context, `${first.text} in ${second.text}`);
    return undefined;
  });
  await visitor.ask('ask');
  await visitor.page.getByText('Which town?').waitFor();
  await visitor.page.getByRole('textbox', { name: 'Your answer' }).fill('Turin');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByRole('region', { name: 'A question for you' }).getByText('Which year?').waitFor();
  await visitor.ask('1911');
  await visitor.rows('part').getByText('Turin in 1911').waitFor();
});

test('an error is a red banner with its code and a retry; usage, cost and time stand under the run', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  let times = 0;
  site.server.play('fragile', async (context) => {
    times += 1;
    await once(context, `u${times}`, () =>
      context.emit({ type: 'usage', input: 900, output: 334, total: 1234, cost: 0.02 }),
    );
    if (times === 1)
      throw new (await import('@polywire/server')).RunError('MODEL_UNAVAILABLE', 'Nobody answers. / 无人应答。');
    await say(context, 'mended');
    return undefined;
  });
  await visitor.ask('fragile');
  const banner = page.locator('[data-failure]');
  await banner.getByText('The model cannot be reached.').waitFor();
  expect(await banner.textContent()).toContain('MODEL_UNAVAILABLE');
  expect(await banner.textContent()).not.toContain('无人应答');
  await banner.getByRole('button', { name: 'Retry' }).click();
  await visitor.rows('part').getByText('mended').waitFor();
  await visitor.answered();
  await visitor
    .rows('end')
    .getByText(/1,234 tokens · cost 0\.02/)
    .waitFor();
});

test('the graph shows nodes in time, a tree with scores and backtracks, a graph with states; a node tells its messages', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const finish = gate();
  site.server.play('thoughts', async (context) => {
    await context.step('n', async () => {
      const { emit } = context;
      emit({ type: 'node.entered', name: 'gather', nodeRun: 'n1' });
      emit({ type: 'message.started', messageId: 'm1', role: 'assistant', nodeRun: 'n1' });
      emit({ type: 'text.delta', messageId: 'm1', delta: 'Gathered three ways.', nodeRun: 'n1' });
      emit({ type: 'message.completed', messageId: 'm1', nodeRun: 'n1' });
      emit({ type: 'node.exited', name: 'gather', nodeRun: 'n1' });
      emit({ type: 'tot.expand', candidates: ['Walk', 'Drive'] });
      emit({ type: 'tot.evaluate', chosen: 0, scores: [0.9, 0.4] });
      emit({ type: 'tot.expand', candidates: ['Over the hill'] });
      emit({ type: 'tot.evaluate', chosen: 0, scores: [0.2] });
      emit({ type: 'tot.backtrack', reason: 'too steep', toDepth: 1 });
      emit({ type: 'got.plan', nodeCount: 2, edgeCount: 1, nodeIds: ['facts', 'sum'], edges: [['facts', 'sum']] });
      emit({ type: 'got.node', id: 'facts', phase: 'complete', text: 'Two facts' });
      emit({ type: 'got.node', id: 'sum', phase: 'start' });
      await finish.opened;
      emit({ type: 'got.node', id: 'sum', phase: 'complete', text: 'The sum' });
      return true;
    });
    return undefined;
  });
  await visitor.ask('thoughts');
  await visitor.button('Graph view').click();
  const tree = page.locator('[data-graph=tree]');
  await tree.getByText('Score 0.90 · chosen').waitFor();
  await tree.locator('[data-state=abandoned]', { hasText: 'Over the hill' }).waitFor();
  await tree.getByText(/Given up: too steep/).waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('[data-graph=graph] [data-state=running]').waitFor();
  finish.open();
  await page.locator('[data-graph=graph] [data-state=complete]', { hasText: 'The sum' }).waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.locator('[data-graph=timeline] .react-flow__node', { hasText: 'gather' }).click();
  await page.getByRole('region', { name: 'What this node said' }).getByText('Gathered three ways.').waitFor();
});

test('a node shows what its Markdown says; its messages are its own, rendered and told once', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  site.server.play('marked thoughts', async (context) => {
    await context.step('n', async () => {
      const { emit } = context;
      emit({ type: 'tot.expand', candidates: ['Take the **train** with `--fast`', 'Walk'] });
      emit({ type: 'tot.evaluate', chosen: 0, scores: [0.9, 0.4] });
      emit({ type: 'tot.backtrack', reason: 'the `--fast` one is **full**', toDepth: 0 });
      emit({ type: 'got.plan', nodeCount: 2, edgeCount: 0, nodeIds: ['sum', 'other'], edges: [] });
      for (const id of ['sum', 'other']) {
        emit({ type: 'got.node', id, phase: 'start' });
        emit({ type: 'node.entered', name: id, nodeRun: id });
      }
      for (const id of ['sum', 'other']) {
        emit({ type: 'message.started', messageId: id, role: 'assistant', nodeRun: id });
        emit({ type: 'text.delta', messageId: id, delta: `Said in ${id}.`, nodeRun: id });
        emit({ type: 'message.completed', messageId: id, nodeRun: id });
      }
      for (const id of ['sum', 'other']) {
        emit({ type: 'node.exited', name: id, nodeRun: id });
        emit({ type: 'got.node', id, phase: 'complete', text: id === 'sum' ? '37*91 = **3367**' : 'Another' });
      }
      return true;
    });
    return undefined;
  });
  await visitor.ask('marked thoughts');
  await visitor.button('Graph view').click();
  const tree = page.locator('[data-graph=tree]');
  await tree.getByText('Take the train with --fast', { exact: true }).waitFor();
  await tree.getByText(/Given up: the --fast one is full/).waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('[data-graph=graph]').getByText('37*91 = 3367', { exact: true }).click();
  const said = page.getByRole('region', { name: 'What this node said' });
  await said.locator('.prose [data-streamdown=strong]', { hasText: /^3367$/ }).waitFor();
  expect(await said.getByText('37*91 =').count()).toBe(1);
  await said.getByText('Said in sum.').waitFor();
  expect(await said.getByText('Said in other.').count()).toBe(0);
});
