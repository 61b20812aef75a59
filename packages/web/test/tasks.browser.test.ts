import { dialects } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { openServer } from './support/stage.ts';
import type { Visitor } from './support/visitor.ts';

/** What people come for, with the server as it comes, and how many clicks and keys it takes from the open page. */
const site = openSite(openServer);

/** In a session of its own that uses this agent. */
async function visitWith(agent: string): Promise<Visitor> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ agent });
  const response = await fetch(`${site.server.url}/v1/sessions`, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { id: string };
  return site.visit({}, `/#/s/${id}`);
}

test('the first answer: type, Enter', async () => {
  const visitor = await site.visit();
  await visitor.type('What is 17.5% of 2480?');
  await visitor.press('Enter');
  await visitor.page.locator('[data-row=part]', { hasText: '434' }).waitFor();
  await visitor.answered();
  expect(visitor.count).toBe(1);
});

test('approving a tool: 1', async () => {
  const visitor = await site.visit();
  await visitor.ask('Save a file called notes.txt with the content: buy milk');
  await visitor.answered();
  await visitor.ask('Delete the file notes.txt');
  await visitor.button('Approve').waitFor();
  expect(await visitor.page.getByRole('region', { name: 'Allow this call?' }).textContent()).toContain('notes.txt');
  await visitor.click(visitor.button('Approve'));
  await visitor.page.getByText('Approved', { exact: true }).waitFor();
  expect(visitor.count).toBe(1);
});

test('editing a step of a plan and accepting it: 3 at most', async () => {
  const visitor = await visitWith('team');
  await visitor.ask('Plan a small garden party and write the invitation');
  const step = visitor.page.getByRole('textbox', { name: 'Step 1', exact: true });
  await step.waitFor();
  await visitor.click(step);
  await visitor.press('Control+A');
  await visitor.type('Choose a sunny day');
  await visitor.click(visitor.button('Accept plan'));
  await visitor.answered();
  const session = visitor.page.url().split('/').at(-1);
  const frames = `${site.server.url}/v1/sessions/${session}/frames?dialect=${dialects[0]?.name}`;
  const events = async () => (await fetch(frames)).text();
  await expect.poll(events).toMatch(/"type":"plan\.edited".*Choose a sunny day/);
  expect(visitor.count).toBeLessThanOrEqual(3);
});

test('finding an old message: 2 and typing', async () => {
  const visitor = await site.visit();
  await visitor.ask('Remember that the marmalade stands on the top shelf');
  await visitor.answered();
  await visitor.page.goto(`${site.server.url}/#/`);
  await visitor.page.getByRole('heading', { name: 'What shall we work on?' }).waitFor();
  visitor.count = 0;
  await visitor.press('Control+k');
  await visitor.page.getByRole('combobox', { name: 'Words to find' }).waitFor();
  await visitor.type('marmalade');
  await visitor.page.getByRole('option').first().waitFor();
  await visitor.press('Enter');
  await visitor.rows('user').getByText('top shelf').waitFor();
  expect(visitor.page.url()).toMatch(/#\/s\/[^/]+\/m\/\d+$/);
  expect(visitor.count).toBe(2);
});

test('seeing the wire frames of a run: 2 at most', async () => {
  const visitor = await site.visit();
  await visitor.ask('What is 2 + 2?');
  await visitor.answered();
  visitor.count = 0;
  await visitor.click(visitor.button('Wire frames'));
  await visitor.page.locator('[data-frame-row="run.started"]').waitFor();
  await visitor.page.getByRole('combobox', { name: 'Dialect' }).selectOption({ index: 4 });
  await visitor.page.locator('[data-frame-row="run.started"] [data-frames]').getByText('run_started').first().waitFor();
  expect(visitor.count + 1).toBeLessThanOrEqual(2);
});

test('switching the language: 2', async () => {
  const visitor = await site.visit();
  await visitor.click(visitor.button('Settings'));
  await visitor.click(visitor.page.getByRole('menuitemradio', { name: '中文' }));
  await visitor.page.getByRole('heading', { name: '今天做点什么？' }).waitFor();
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('zh-CN');
  expect(visitor.count).toBe(2);
  await visitor.page.reload();
  await visitor.page.getByRole('heading', { name: '今天做点什么？' }).waitFor();
});

test('a CSV and its chart: drop, type, Enter', async () => {
  const visitor = await site.visit();
  const data = await visitor.page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const rows = 'month,sales\nJan,120\nFeb,180\nMar,150\n';
    transfer.items.add(new File([rows], 'sales.csv', { type: 'text/csv' }));
    return transfer;
  });
  await visitor.page.locator('#conversation').dispatchEvent('drop', { dataTransfer: data });
  await visitor.button('Remove sales.csv').waitFor();
  await visitor.page.getByRole('listitem').getByText(/\d+ B/).waitFor();
  await visitor.field.focus();
  await visitor.type('Draw a bar chart of sales by month from sales.csv');
  await visitor.press('Enter');
  const chart = visitor.page.getByRole('figure');
  await chart.locator('canvas').first().waitFor();
  await chart.getByRole('button', { name: 'Table' }).click();
  await chart.getByRole('cell', { name: '180' }).waitFor();
  expect(visitor.count).toBe(1);
});

test('resending a message that was edited: 2', async () => {
  const visitor = await site.visit();
  await visitor.ask('What is 6 * 7?');
  await visitor.answered();
  visitor.count = 0;
  await visitor.click(visitor.button('Edit'));
  await visitor.page.getByRole('textbox', { name: 'Edit your message' }).waitFor();
  await visitor.page.keyboard.press('Control+A');
  await visitor.type('What is 6 * 8?');
  await visitor.press('Enter');
  await visitor.rows('part').getByText('48', { exact: false }).first().waitFor();
  expect(visitor.count).toBe(2);
  await visitor.page.getByRole('navigation', { name: 'Version 2 of 2' }).waitFor();
  await visitor.button('Earlier version').click();
  await visitor.rows('part').getByText('42', { exact: false }).first().waitFor();
  await visitor.page.getByText('An earlier version: what you write goes on from here.').waitFor();
  await visitor.button('Back to now').click();
  await visitor.rows('part').getByText('48', { exact: false }).first().waitFor();
});

test('opening the tree of thoughts: 1', async () => {
  const visitor = await visitWith('tot');
  await visitor.ask('Which is better for a small team: a shared flat or a hotel?');
  await visitor.answered();
  visitor.count = 0;
  await visitor.click(visitor.button('Graph view'));
  const tree = visitor.page.locator('[data-graph=tree]');
  await tree.locator('[data-state=chosen]').first().waitFor();
  await tree.getByText(/Score/).first().waitFor();
  expect(visitor.count).toBe(1);
  await tree
    .locator('.react-flow__node', { has: visitor.page.locator('[data-state=chosen]') })
    .first()
    .click();
  await visitor.page.getByRole('region', { name: 'What this node said' }).waitFor();
});
