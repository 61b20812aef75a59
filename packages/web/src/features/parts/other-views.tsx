import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/disclosure.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import type { PartProps } from './views.tsx';

/** Content that came as words because its wire had nothing better. */
export function NoticeView({ part }: PartProps<'notice'>) {
  const { t } = useTranslation();
  return (
    <section className="border-line border-l-2 pl-3">
      <p className="mb-1 text-ink-faint text-xs">{t('notice.of', { of: part.of })}</p>
      <Markdown text={part.text} isStreaming={false} />
    </section>
  );
}

export function CustomView({ part }: PartProps<'custom'>) {
  const { t } = useTranslation();
  return (
    <Disclosure title={<span>{part.name ?? t('notice.custom')}</span>}>
      {() => (
        <div className="ml-6 font-mono text-xs">
          <JsonView value={part.value} />
        </div>
      )}
    </Disclosure>
  );
}

export function ForeignView({ part }: PartProps<'foreign'>) {
  const { t } = useTranslation();
  return (
    <Disclosure title={<span>{`${t('notice.foreign')}: ${part.dialect}`}</span>}>
      {() => (
        <div className="ml-6 font-mono text-xs">
          <JsonView value={part.data} />
        </div>
      )}
    </Disclosure>
  );
}
