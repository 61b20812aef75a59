import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { gate, openStage, say } from './support/stage.ts';
import { openWire } from './support/wire.ts';

/** What is pressed is done once, however often and however slow the network, and shows that it was pressed. */
const site = openSite(openStage);

/** Commands of a type that the page has sent. */
function sentBy(page: Page, type: string): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes(`"${type}"`)) count += 1;
    }),
  );
  return () => count;
}

const asksForLeave = (ran: string[]) => async (context: Parameters<typeof say>[0]) => {
  const run = async () => {
    ran.push('once');
    return 'ok';
  };
  await context.callTool({
    callId: 'w',
    args: { path: 'a.txt' },
    tool: { name: 'write_file', destructive: true, run },
  });
  await say(context, 'written');
  return undefined;
};

test('an approval that is clicked twice is sent once', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const answers = sentBy(page, 'input.answer');
  await page.reload();
  const ran: string[] = [];
  site.server.play('write it', asksForLeave(ran));
  await visitor.ask('write it');
  await visitor.button('Approve').dblclick();
  await visitor.rows('part').getByText('written').waitFor();
  expect(answers()).toBe(1);
  expect(ran).toEqual(['once']);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an approval on a silent network says that it is on its way, takes no second one and arrives', async () => {
  const wire = await site.use(openWire(site.server.url));
  const visitor = await site.visit({}, wire.url);
  const { page } = visitor;
  const ran: string[] = [];
  site.server.play('write slowly', asksForLeave(ran));
  await visitor.ask('write slowly');
  await visitor.button('Approve').waitFor();
  wire.hold();
  await visitor.button('Approve').click();
  await page.getByText('Your answer is on its way…').waitFor();
  for (const name of ['Approve', 'Reject', 'Edit arguments'])
    expect(await visitor.button(name).isDisabled(), name).toBe(true);
  wire.mend();
  await visitor.rows('part').getByText('written').waitFor();
  expect(ran).toEqual(['once']);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an answer that the server refuses can be given again', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  // The wire has no word for the first answer: it is told, and the question stays open.
  await page.routeWebSocket(/\/events/, (socket) => {
    const server = socket.connectToServer();
    let isFirst = true;
    socket.onMessage((message) => {
      const frame = JSON.parse(String(message)) as { type?: string; ref?: string; inputId?: string };
      if (frame.type !== 'input.answer' || !isFirst) return server.send(message);
      isFirst = false;
      server.send(JSON.stringify({ ...frame, inputId: 'no-such-question' }));
    });
  });
  await page.reload();
  const ran: string[] = [];
  site.server.play('write after all', asksForLeave(ran));
  await visitor.ask('write after all');
  await visitor.button('Approve').click();
  await page.getByRole('alert').getByText('There is no such open question.').waitFor();
  await visitor.button('Approve').click();
  await visitor.rows('part').getByText('written').waitFor();
  expect(ran).toEqual(['once']);
});

test('a question, a plan and a stop are answered once, too', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const [answers, stops] = [sentBy(page, 'input.answer'), sentBy(page, 'run.stop')];
  await page.reload();
  const given: unknown[] = [];
  site.server.play('ask and plan', async (context) => {
    given.push((await context.ask({ inputId: `${context.runId}.t`, kind: 'text', prompt: 'Which town?' })).text);
    await context.step('p', async () => {
      context.emit({ type: 'plan.proposed', planId: 'p', steps: [{ title: 'Go' }] });
      return true;
    });
    given.push((await context.ask({ inputId: `${context.runId}.q`, kind: 'plan', planId: 'p' })).outcome);
    return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
  });
  await visitor.ask('ask and plan');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Turin');
  await visitor.button('Answer').dblclick();
  await visitor.button('Accept plan').dblclick();
  await page.getByText('Approved').waitFor();
  expect(answers()).toBe(2);
  expect(given).toEqual(['Turin', 'approved']);
  await visitor.button('Stop').dblclick();
  await visitor.rows('end').getByText('Stopped').waitFor();
  expect(stops()).toBe(1);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('Enter in the wish for another plan asks for one, and nothing that is written accepts the plan', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const given: unknown[] = [];
  site.server.play('replan by Enter', async (context) => {
    await context.step('p', async () => {
      context.emit({ type: 'plan.proposed', planId: 'p', steps: [{ title: 'Fly' }] });
      return true;
    });
    const { outcome, text } = await context.ask({ inputId: `${context.runId}.q`, kind: 'plan', planId: 'p' });
    given.push({ outcome, text });
    return undefined;
  });
  await visitor.ask('replan by Enter');
  const step = page.getByRole('textbox', { name: 'Step 1', exact: true });
  await step.press('Enter');
  const wish = page.getByRole('textbox', { name: /What to change/ });
  await wish.fill('by train, please');
  expect(await step.inputValue()).toBe('Fly');
  await wish.press('Enter');
  await visitor.answered();
  expect(given).toEqual([{ outcome: 'answered', text: 'by train, please' }]);
});

test('a tick shows at once, and a message stands in the conversation from the moment it was sent', async () => {
  const wire = await site.use(openWire(site.server.url));
  const visitor = await site.visit({}, wire.url);
  const { page } = visitor;
  const over = gate();
  site.server.play('a list', async (context) => {
    await context.step('l', async () => {
      const items = [{ id: 'i', text: 'Books', status: 'pending' as const }];
      context.emit({ type: 'todo.list', listId: 'l', title: 'Moving', items });
      await over.opened;
      return true;
    });
    return undefined;
  });
  await visitor.ask('a list');
  const books = page.getByRole('checkbox', { name: 'Books' });
  await books.waitFor();
  wire.hold();
  await books.click();
  expect(await books.isChecked()).toBe(true);
  await visitor.ask('and then');
  await visitor.rows('sending').getByText('and then').waitFor();
  wire.mend();
  await page.getByText('1 of 1 done').waitFor();
  over.open();
  await visitor.rows('part').getByText('and then').waitFor();
  expect(await visitor.rows('sending').count()).toBe(0);
});

test('the first message and its files are seen while their session is being made, and so is a later choice', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const made = gate();
  const policies: string[] = [];
  site.server.play('slow to begin', async (context) => {
    policies.push(context.policy);
    return undefined;
  });
  await page.route('**/v1/sessions', async (route) => {
    if (route.request().method() === 'POST') await made.opened;
    await route.continue();
  });
  await visitor.ask('slow to begin');
  await visitor.rows('sending').getByText('slow to begin').waitFor();
  await visitor.rows('sending').getByText('Sending…').waitFor();
  await visitor.button(/^Choices for this session/).click();
  await page.getByRole('menuitemradio', { name: 'Always ask', exact: true }).click();
  await visitor.button(/^Choices for this session/).click();
  await page.getByRole('menuitemradio', { name: 'stage', exact: true }).click();
  made.open();
  await visitor.answered();
  await visitor.button(/^Choices for this session: stage/).waitFor();
  expect(policies).toEqual(['always']);
  // The server has it, not only this page.
  const { id = '' } = /#\/s\/(?<id>[^/]+)/.exec(page.url())?.groups ?? {};
  const told = async () => (await fetch(`${site.server.url}/v1/sessions/${id}`)).json();
  expect(await told()).toMatchObject({ agent: 'stage', policy: 'always' });
});
