import type { Browser } from 'playwright-core';
import type { Look } from './looks.ts';
import { playScenes } from './scenes.ts';
import { openStage } from './stage.ts';
import { reach, type State } from './states.ts';
import { Visitor } from './visitor.ts';
import { openWire } from './wire.ts';

export interface Gallery {
  /** Leads to a state; what was there before is over. */
  show(state: State, look: Look): Promise<Visitor>;
  close(): Promise<void>;
}

/** A server with all scenes behind a wire, and one visitor for each look. */
export async function openGallery(browser: Browser): Promise<Gallery> {
  const stage = await openStage();
  playScenes(stage);
  const wire = await openWire(stage.url);
  const visitors = new Map<Look, Visitor>();
  return {
    async show(state, look) {
      wire.mend();
      const known = visitors.get(look);
      await known?.return(wire.url);
      const visitor = known ?? (await Visitor.at(browser, wire.url, look));
      visitors.set(look, visitor);
      await reach(state, { visitor, wire, server: stage.url, language: look.language });
      // The last things to come are drawn when nothing is on its way any more.
      const { page } = visitor;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return visitor;
    },
    async close() {
      for (const visitor of visitors.values()) await visitor.close();
      await wire.close();
      await stage.close();
    },
  };
}
