import type { CodeHighlighterPlugin, HighlightResult } from 'streamdown';
import { loadOnce } from '../../lib/load-once.ts';

const load = loadOnce(async () => {
  const { createCodePlugin } = await import('@streamdown/code');
  return createCodePlugin() as CodeHighlighterPlugin;
});

/** Stands for the real one until there is code to colour: that one is large. */
export const highlighter: CodeHighlighterPlugin = {
  name: 'shiki',
  type: 'code-highlighter',
  // All are taken: the real one shows what it does not know as plain text.
  supportsLanguage: () => true,
  getSupportedLanguages: () => load.now()?.getSupportedLanguages() ?? [],
  getThemes: () => ['github-light-high-contrast', 'github-dark-high-contrast'],
  highlight(options, callback): HighlightResult | null {
    const real = load.now();
    if (real) return real.highlight(options, callback);
    load().then(
      (plugin) => {
        const result = plugin.highlight(options, callback);
        if (result) callback?.(result);
      },
      (error: unknown) => console.debug('code stays without colours', error),
    );
    return null;
  },
};
