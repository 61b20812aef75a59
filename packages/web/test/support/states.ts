import type { Locator, Page } from 'playwright-core';
import { en, type Words } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { type SceneWords, sceneWords } from './scene-words.ts';
import type { SceneName } from './scenes.ts';
import type { Visitor } from './visitor.ts';
import type { Wire } from './wire.ts';

export type Language = 'en' | 'zh';
const pageWords: Readonly<Record<Language, Words>> = { en, zh };

/** What a state needs to come about: somebody at the open page, and the wire to the server. */
export interface Place {
  readonly visitor: Visitor;
  readonly wire: Wire;
  /** The server behind the wire. */
  readonly server: string;
  readonly language: Language;
}

export interface State {
  readonly name: string;
  /** Braces are what it is for. */
  readonly isTechnical?: boolean;
  /** Made of the same things as another state. */
  readonly isVariant?: boolean;
  reach(at: At): Promise<void>;
}

/** A place with everything that is needed often. */
interface At extends Place {
  readonly page: Page;
  /** Words of the page, and of the scenes. */
  readonly t: Words;
  readonly w: SceneWords;
  button(name: string): Locator;
  ask(scene: SceneName): Promise<void>;
}

export function reach(state: State, place: Place): Promise<void> {
  const { visitor, language } = place;
  const w = sceneWords[language];
  const ask = (scene: SceneName) => visitor.ask(w.asked[scene]);
  return state.reach({
    ...place,
    page: visitor.page,
    t: pageWords[language],
    w,
    ask,
    button: (n) => visitor.button(n),
  });
}

const scene = (name: string, which: SceneName, until: (at: At) => Locator): State => ({
  name,
  async reach(at) {
    await at.ask(which);
    await until(at).first().waitFor();
  },
});

/** Of the sidebar, which is a drawer on a phone. */
async function openMenu({ button, t, page }: At): Promise<void> {
  if (!(await button(t.settings.open).isVisible())) await button(t.sessions.open).click();
  await button(t.settings.open).click();
  await page.getByRole('menu').waitFor();
}

const fromMenu = (name: string, item: (t: Words) => string, until: (at: At) => Locator): State => ({
  name,
  async reach(at) {
    await openMenu(at);
    await at.page.getByRole('menuitem', { name: item(at.t) }).click();
    await until(at).first().waitFor();
  },
});

const panel = (name: string, tab: (t: Words) => string, until: (at: At) => Locator): State => ({
  name,
  isTechnical: true,
  async reach(at) {
    await at.ask('thoughts');
    await at.visitor.answered();
    await at.button(at.t.dev.open).click();
    await at.page.getByRole('tab', { name: tab(at.t) }).click();
    await until(at).first().waitFor();
  },
});

const graph = (name: string, tab: (t: Words) => string): State => ({
  name,
  async reach(at) {
    await at.ask('thoughts');
    await at.visitor.answered();
    await at.button(at.t.graph.open).click();
    await at.page.getByRole('tab', { name: tab(at.t), exact: true }).click();
    await at.page.locator('.react-flow__node').first().click();
    await at.page.getByRole('region', { name: at.t.graph.messages }).waitFor();
  },
});

async function answered(at: At): Promise<void> {
  await at.ask('warning');
  await at.visitor.answered();
}

const banner = ({ page }: At) => page.locator('[data-banner]');

/** Every state of the page, and the way to it from the open page. */
export const states: readonly State[] = [
  { name: 'start', reach: async () => undefined },
  scene('thinking', 'thinking', ({ page }) => page.locator('[data-waiting=thinking]')),
  scene('reasoning', 'reasoning', ({ page, t }) => page.getByText(t.thinking.now)),
  scene('streaming', 'streaming', ({ page }) => page.locator('.prose li')),
  scene('tools', 'tools', ({ page, t }) => page.getByRole('region', { name: `fetch_page: ${t.tool.error}` })),
  scene('approval', 'approval', ({ button, t }) => button(t.ask.approve)),
  {
    name: 'approval-edited',
    isVariant: true,
    async reach(at) {
      await at.ask('approval');
      await at.button(at.t.ask.editArgs).click();
      await at.page.getByRole('textbox', { name: at.t.ask.argsLabel }).fill('{ "path": ');
      await at.page.getByText(at.t.ask.argsBroken).waitFor();
    },
  },
  {
    name: 'approved',
    async reach(at) {
      await at.ask('approval');
      await at.button(at.t.ask.approve).click();
      await at.visitor.answered();
    },
  },
  scene('question', 'question', ({ page, t }) => page.getByRole('textbox', { name: t.ask.answerLabel })),
  scene('plan', 'plan', ({ button, t }) => button(t.plan.accept)),
  {
    name: 'plan-under-way',
    async reach(at) {
      await at.ask('plan');
      await at.button(at.t.plan.accept).click();
      await at.page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'rich',
    async reach(at) {
      await at.ask('rich');
      await at.visitor.answered();
      await at.page.locator('math').first().waitFor();
      await at.page.locator('[data-streamdown=code-block] span', { hasText: /^export$/ }).waitFor();
    },
  },
  {
    name: 'chart',
    async reach(at) {
      await at.ask('chart');
      await at.page.locator('canvas').first().waitFor();
      await at.visitor.answered();
    },
  },
  {
    name: 'chart-table',
    isVariant: true,
    async reach(at) {
      await at.ask('chart');
      await at.page.locator('canvas').first().waitFor();
      await at.button(at.t.chart.table).click();
      await at.page.getByRole('cell', { name: '240' }).waitFor();
    },
  },
  scene('image', 'image', ({ button, t }) => button(t.image.show)),
  scene('error', 'failure', ({ page }) => page.locator('[data-failure]')),
  scene('warning', 'warning', ({ visitor }) => visitor.rows('end')),
  {
    name: 'answered',
    isVariant: true,
    async reach(at) {
      await at.ask('question');
      await at.page.getByRole('textbox', { name: at.t.ask.answerLabel }).waitFor();
      await at.visitor.ask(at.w.words);
      await at.visitor.answered();
      await at.visitor.field.fill(at.w.rich.slice(0, 120));
    },
  },
  {
    name: 'queued',
    isVariant: true,
    async reach(at) {
      await at.ask('streaming');
      await at.page.locator('.prose li').first().waitFor();
      await at.ask('warning');
      await at.page.getByText(at.t.chat.queued, { exact: true }).waitFor();
    },
  },
  {
    name: 'editing',
    isVariant: true,
    async reach(at) {
      await answered(at);
      await at.button(at.t.chat.edit).click();
      await at.page.getByRole('textbox', { name: at.t.chat.editLabel }).waitFor();
    },
  },
  {
    name: 'older-version',
    async reach(at) {
      await answered(at);
      await at.button(at.t.chat.retry).click();
      await at.button(at.t.chat.earlier).click();
      await at.page.getByText(at.t.chat.oldVersion).waitFor();
    },
  },
  {
    name: 'attached',
    async reach(at) {
      const [chooser] = await Promise.all([
        at.page.waitForEvent('filechooser'),
        at.button(at.t.composer.attach).click(),
      ]);
      const buffer = Buffer.from('month,sales\nJan,120\n');
      await chooser.setFiles([
        { name: 'sales.csv', mimeType: 'text/csv', buffer },
        { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from([77, 90, 0, 1]) },
      ]);
      await at.page.getByRole('alert').waitFor();
      await at.page.getByRole('listitem').getByText(/\d+ B/).waitFor();
    },
  },
  {
    name: 'dropping',
    isVariant: true,
    async reach(at) {
      const data = await at.page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['a'], 'a.csv', { type: 'text/csv' }));
        return transfer;
      });
      await at.page.locator('#conversation').dispatchEvent('dragenter', { dataTransfer: data });
      await at.page.getByText(at.t.composer.drop).waitFor();
    },
  },
  {
    name: 'choices',
    async reach(at) {
      await at.page.getByRole('button', { name: at.t.choose.session }).click();
      await at.page.getByRole('menuitemradio', { name: at.t.choose.policies.always }).waitFor();
    },
  },
  graph('tree', (t) => t.graph.tree),
  graph('graph', (t) => t.graph.graph),
  graph('timeline', (t) => t.graph.timeline),
  panel(
    'frames',
    (t) => t.dev.frames,
    ({ page }) => page.locator('[data-frame-row]'),
  ),
  panel(
    'fidelity',
    (t) => t.dev.fidelity,
    ({ page }) => page.getByRole('row', { name: /tot\.expand/ }),
  ),
  panel(
    'connection',
    (t) => t.dev.connection,
    ({ page }) => page.getByRole('radio'),
  ),
  {
    name: 'replay',
    isTechnical: true,
    async reach(at) {
      await at.ask('thoughts');
      await at.visitor.answered();
      await at.button(at.t.dev.open).click();
      await at.page.getByRole('slider').fill('9');
      await at.page.getByText(at.t.composer.readOnly).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'sessions',
    async reach(at) {
      await answered(at);
      if (await at.button(at.t.sessions.open).isVisible()) await at.button(at.t.sessions.open).click();
      const list = at.page.getByRole('navigation', { name: at.t.sessions.label });
      await list.getByRole('listitem').filter({ hasText: at.w.asked.warning }).first().getByRole('button').click();
      await at.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'deleting',
    isVariant: true,
    async reach(at) {
      await answered(at);
      if (await at.button(at.t.sessions.open).isVisible()) await at.button(at.t.sessions.open).click();
      const list = at.page.getByRole('navigation', { name: at.t.sessions.label });
      await list.getByRole('listitem').filter({ hasText: at.w.asked.warning }).first().getByRole('button').click();
      await at.page.getByRole('menuitem', { name: at.t.sessions.delete }).click();
      await at.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'search',
    async reach(at) {
      await answered(at);
      await at.page.keyboard.press('Control+k');
      await at.page.getByRole('combobox', { name: at.t.search.label }).fill(at.w.words);
      await at.page.getByRole('option').first().waitFor();
    },
  },
  { name: 'menu', reach: openMenu },
  {
    name: 'documents',
    async reach(at) {
      await openMenu(at);
      await at.page.getByRole('menuitem', { name: at.t.settings.documents }).click();
      const [chooser] = await Promise.all([at.page.waitForEvent('filechooser'), at.button(at.t.documents.add).click()]);
      const buffer = Buffer.from(at.w.rich);
      await chooser.setFiles({ name: `${at.w.chartTitle}.md`, mimeType: 'text/markdown', buffer });
      await at.page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  fromMenu(
    'settings',
    (t) => `${t.settings.title}…`,
    ({ page, t }) => page.getByText(t.settings.limitNames.runMs),
  ),
  fromMenu(
    'shortcuts',
    (t) => t.settings.shortcuts,
    ({ page }) => page.getByRole('dialog'),
  ),
  {
    name: 'loading',
    async reach(at) {
      await answered(at);
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(`${at.server}/v1/sessions`, { method: 'POST', headers, body: '{}' });
      const { id } = (await made.json()) as { id: string };
      at.wire.hold();
      await at.page.evaluate((session) => {
        location.hash = `#/s/${session}`;
      }, id);
      await at.page.getByRole('status', { name: at.t.app.loading }).first().waitFor();
    },
  },
  {
    name: 'reconnecting',
    async reach(at) {
      await at.ask('streaming');
      await at.page.locator('.prose li').first().waitFor();
      at.wire.cut();
      await banner(at).getByText(at.t.connection.reconnecting).waitFor();
    },
  },
  {
    name: 'offline',
    async reach(at) {
      await answered(at);
      await at.page.context().setOffline(true);
      at.wire.cut();
      await banner(at).getByText(at.t.connection.offline).waitFor();
    },
  },
  {
    name: 'server-gone',
    async reach(at) {
      at.wire.cut();
      // Whoever comes back to the page sees how things stand.
      await at.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await banner(at).getByText(at.t.connection.goneTitle).waitFor();
    },
  },
  {
    name: 'not-allowed',
    async reach(at) {
      await at.page.evaluate(() => {
        location.hash = '#/s/somebody-elses-session';
      });
      await at.page.getByRole('heading', { name: at.t.connection.missing }).waitFor();
    },
  },
];
