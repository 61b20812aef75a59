import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSite } from './support/site.ts';
import { openStage } from './support/stage.ts';
import type { Visitor } from './support/visitor.ts';

/** The knowledge base. */
const site = openSite(openStage);

async function openDocuments(visitor: Visitor): Promise<Locator> {
  await visitor.button('Settings').click();
  await visitor.page.getByRole('menuitem', { name: 'Knowledge base…' }).click();
  return visitor.page.getByRole('dialog', { name: 'Knowledge base' });
}

async function add(visitor: Visitor, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    visitor.page.waitForEvent('filechooser'),
    visitor.button('Add documents').click(),
  ]);
  await chooser.setFiles({ name, mimeType, buffer });
}

test('documents are added, listed and removed', async () => {
  const visitor = await site.visit();
  const dialog = await openDocuments(visitor);
  await dialog.getByText('No documents yet.').waitFor();
  await add(visitor, 'orchard.md', 'text/markdown', Buffer.from('# Orchard\n\nApples ripen in September.\n'));
  const entry = dialog.getByRole('listitem').filter({ hasText: 'Orchard' });
  await entry.getByText(/\d+ B/).waitFor();
  await entry.getByRole('button', { name: /^Remove/ }).click();
  await entry.getByRole('button', { name: /^Remove/ }).click();
  await entry.waitFor({ state: 'detached' });
  await dialog.getByText('No documents yet.').waitFor();
});

test('two documents of one name are told apart, and none goes before it was asked', async () => {
  const visitor = await site.visit();
  const dialog = await openDocuments(visitor);
  for (const text of ['Apples ripen in September.', 'Pears ripen in October.']) {
    await add(visitor, 'orchard.md', 'text/markdown', Buffer.from(`# Orchard\n\n${text}\n`));
    await dialog.getByText(text.startsWith('A') ? 'Orchard' : 'Orchard (2)', { exact: true }).waitFor();
  }
  await dialog
    .getByText(/^orchard\.md · added /)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Remove Orchard (2)' }).click();
  await dialog.getByText('Remove it?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.locator('button[aria-label="Remove Orchard (2)"]:focus').waitFor();
  for (const name of ['Orchard (2)', 'Orchard']) {
    const remove = dialog.getByRole('button', { name: `Remove ${name}`, exact: true });
    await remove.click();
    await dialog.getByText('Remove it?').waitFor();
    await remove.click();
    await dialog.getByText(name, { exact: true }).waitFor({ state: 'detached' });
  }
  await dialog.getByText('No documents yet.').waitFor();
});

test('one that cannot be read is listed as that, with the reason, until it is taken away', async () => {
  const visitor = await site.visit();
  const dialog = await openDocuments(visitor);
  await add(visitor, 'broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nand nothing else\n'));
  const entry = dialog.getByRole('listitem').filter({ hasText: 'broken.pdf' });
  const reason = await entry.getByRole('alert').innerText();
  expect(reason).not.toBe('');
  expect(reason).not.toMatch(/ \/ /);
  await entry.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await entry.waitFor({ state: 'detached' });
});

test('how far an upload and the reading are is shown', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const dialog = await openDocuments(visitor);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  let reading: { status: string; progress: number } | undefined = { status: 'reading', progress: 0.25 };
  await page.route('**/v1/documents', async (route) => {
    if (route.request().method() !== 'GET' || !reading) return route.continue();
    const about = { id: 'd', title: 'long.txt', source: 'long.txt', sourceType: 'file', size: 300_000, created: 0 };
    return route.fulfill({ json: { documents: [{ ...about, ...reading }] } });
  });
  await add(visitor, 'long.txt', 'text/plain', Buffer.from('a line of text\n'.repeat(20_000)));
  const bar = dialog.getByRole('progressbar', { name: 'long.txt' });
  const share = () => bar.getAttribute('value').then(Number);
  await dialog.getByRole('status').getByText('Uploading…').waitFor();
  await expect.poll(share).toBeGreaterThan(0);
  await dialog.getByRole('status').getByText('Being read…').waitFor();
  await expect.poll(share).toBe(0.25);
  reading = { status: 'reading', progress: 0.75 };
  await expect.poll(share).toBe(0.75);
  reading = { status: 'ready', progress: 1 };
  await dialog.getByRole('listitem').getByText('293 KB').waitFor();
  expect(await bar.count()).toBe(0);
});

test('one that the server does not remove says why, and can be tried again', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const dialog = await openDocuments(visitor);
  await add(visitor, 'kept.txt', 'text/plain', Buffer.from('Plums ripen in August.\n'));
  const entry = dialog.getByRole('listitem').filter({ hasText: 'kept' });
  await entry.getByText(/\d+ B/).waitFor();
  const detail = 'It is held by another. / 文档被占用。';
  await page.route('**/v1/documents/*', (route) => route.fulfill({ status: 409, json: { detail } }), { times: 1 });
  const remove = entry.getByRole('button', { name: /^Remove/ });
  await remove.click();
  await dialog.getByText('Remove it?').waitFor();
  await remove.click();
  await entry.getByRole('alert').getByText('It is held by another.', { exact: true }).waitFor();
  expect(await dialog.getByText('Remove it?').count()).toBe(0);
  await remove.click();
  await entry.waitFor({ state: 'detached' });
});
