import type { About, Dialect, Endpoint, Text } from '../dialect.ts';
import { about as loom } from './loom/about.ts';
import { about as lumine } from './lumine/about.ts';
import { about as magentic } from './magentic/about.ts';
import { about as native } from './native/about.ts';
import { about as nexus } from './nexus/about.ts';
import { about as onedragon } from './onedragon/about.ts';

/** What each dialect says of its endpoints. Apart from the registry: only documents show it, so no page loads it. */
export const abouts: Readonly<Record<string, About>> = { native, loom, lumine, magentic, nexus, onedragon };

export function aboutEndpoint({ name, title }: Dialect, { framing, method, path }: Endpoint): Text {
  // A dialect from outside is known by its title alone.
  return abouts[name]?.[`${framing} ${method} ${path}`] ?? { en: title, zh: title };
}
