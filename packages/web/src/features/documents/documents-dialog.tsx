import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DocumentLine } from './document-line.tsx';
import { useDocuments } from './use-documents.ts';

/** The knowledge base: what is in it, what comes in, what goes out. */
export function DocumentsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const { lines, isKnown, failed, add, remove } = useDocuments();
  return (
    <Dialog title={t('documents.title')} onClose={onClose} width="wide">
      <div className="mb-4 flex items-center justify-between gap-4">
        <p className="text-ink-soft text-sm">{t('documents.hint')}</p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept=".md,.txt,.html,.htm,.pdf,.csv,.json"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button look="primary" className="shrink-0" onClick={() => picker.current?.click()}>
          <Plus aria-hidden="true" className="size-4" />
          {t('documents.add')}
        </Button>
      </div>
      {failed !== undefined && (
        <p role="alert" className="text-danger text-sm">
          {t(failed === 404 ? 'documents.unsupported' : 'documents.loadFailed')}
        </p>
      )}
      {!isKnown && failed === undefined && <div className="skeleton h-10" />}
      {isKnown && lines.length === 0 && <p className="text-ink-soft text-sm">{t('documents.none')}</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <DocumentLine key={line.key} line={line} onRemove={() => void remove(line)} />
        ))}
      </ul>
    </Dialog>
  );
}
