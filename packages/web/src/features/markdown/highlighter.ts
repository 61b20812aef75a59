import type { CodeHighlighterPlugin, HighlightResult } from 'streamdown';

let real: CodeHighlighterPlugin | undefined;
let loading: Promise<CodeHighlighterPlugin> | undefined;

/** Stands for the real one until there is code to colour: that one is large. */
export const highlighter: CodeHighlighterPlugin = {
  name: 'shiki',
  type: 'code-highlighter',
  // All are taken: the real one shows what it does not know as plain text.
  supportsLanguage: () => true,
  getSupportedLanguages: () => real?.getSupportedLanguages() ?? [],
  getThemes: () => ['github-light-high-contrast', 'github-dark-high-contrast'],
  highlight(options, callback): HighlightResult | null {
    if (real) return real.highlight(options, callback);
    loading ??= import('@streamdown/code').then(({ createCodePlugin }) => {
      real = createCodePlugin() as CodeHighlighterPlugin;
      return real;
    });
    void loading.then((plugin) => {
      const result = plugin.highlight(options, callback);
      if (result) callback?.(result);
    });
    return null;
  },
};
