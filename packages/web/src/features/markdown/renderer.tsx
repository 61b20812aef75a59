import { memo, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Components, type PluginConfig, Streamdown } from 'streamdown';
import { loadOnce } from '../../lib/load-once.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { MarkdownImage } from '../parts/remote-image.tsx';
import { BoundedBlock } from './bounded-block.tsx';
import { cjk } from './cjk.ts';
import { highlighter } from './highlighter.ts';
import { withDollars } from './with-dollars.ts';

type MathPlugin = NonNullable<PluginConfig['math']>;

export interface MarkdownProps {
  readonly text: string;
  readonly isStreaming: boolean;
}

/** What a model wrote. Code is coloured and formulas are set when there are any: neither is loaded before. */
export const Renderer = memo(function Renderer({ text, isStreaming }: MarkdownProps) {
  // A burst of words is drawn when there is time for it; the last ones always are.
  const calm = useDeferredValue(text);
  const written = isStreaming ? calm : text;
  const shown = useMemo(() => withDollars(written), [written]);
  const math = useMath(shown);
  const plugins = useMemo<PluginConfig>(() => ({ cjk, code: highlighter, ...(math && { math }) }), [math]);
  const translations = useWords();
  return (
    <Streamdown
      className="prose"
      // Always by blocks: another mode at the end would draw everything anew.
      mode="streaming"
      parseIncompleteMarkdown={isStreaming}
      isAnimating={isStreaming}
      BlockComponent={BoundedBlock}
      plugins={plugins}
      components={components}
      controls={controls}
      translations={translations}
      linkSafety={linkSafety}
      lineNumbers={false}
      shikiTheme={shikiTheme}
    >
      {shown}
    </Streamdown>
  );
});

const controls = { code: { copy: true, download: false }, table: { copy: true, download: true, fullscreen: false } };
const linkSafety = { enabled: false };
const shikiTheme: [string, string] = ['github-light-high-contrast', 'github-dark-high-contrast'];
const components: Components = { img: MarkdownImage as NonNullable<Components['img']> };

const loadMath = loadOnce(async (): Promise<MathPlugin> => (await import('./math.ts')).math);

/** undefined: not needed, or on its way. */
function useMath(text: string): MathPlugin | undefined {
  return useLoaded(loadMath, FORMULA.test(text));
}

const FORMULA = /\$[^$]+\$/;

function useWords() {
  const { t, i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, not with the function
  return useMemo(
    () => ({
      copyCode: t('app.copy'),
      copied: t('app.copied'),
      copyTable: t('app.copy'),
      copyTableAsCsv: t('table.copy', { format: 'CSV' }),
      copyTableAsMarkdown: t('table.copy', { format: 'Markdown' }),
      copyTableAsTsv: t('table.copy', { format: 'TSV' }),
      downloadTable: t('table.save'),
      downloadTableAsCsv: t('table.saveAs', { format: 'CSV' }),
      downloadTableAsMarkdown: t('table.saveAs', { format: 'Markdown' }),
      close: t('app.close'),
    }),
    [i18n.language],
  );
}
