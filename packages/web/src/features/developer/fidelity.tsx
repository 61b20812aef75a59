import { type Carry, dialects } from '@polywire/protocol';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/index.ts';
import { HowMark } from './how-mark.tsx';

const none: Readonly<Record<string, Carry>> = {};

/** What becomes of each kind of event in a dialect, from the table that the tests hold it to. */
export function Fidelity({ dialect }: { readonly dialect: string }) {
  const { t } = useTranslation();
  const carries = Object.entries(dialects.find(({ name }) => name === dialect)?.traits.carries ?? none);
  return (
    <section
      aria-label={t('dev.fidelity')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="scroll-thin min-h-0 flex-1 overflow-auto"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {(['event', 'how', 'as', 'loses'] as const).map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {t(`dev.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {carries.map(([type, carry]) => (
            <tr key={type} className="border-line border-t align-top">
              <th scope="row" className="px-3 py-1.5 font-mono font-normal text-xs">
                {type}
              </th>
              <td className="px-3 py-1.5">
                <HowMark how={carry.how} />
              </td>
              <td className="px-3 py-1.5 text-xs">
                {typeof carry.as === 'object' ? carry.as[currentLanguage()] : carry.as}
              </td>
              <td className="px-3 py-1.5 font-mono text-xs">{carry.loses?.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
