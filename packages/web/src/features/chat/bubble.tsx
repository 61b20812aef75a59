import type { FileRef } from '@polywire/protocol';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../lib/format.ts';

interface BubbleProps {
  readonly text: string;
  readonly files: readonly FileRef[] | undefined;
  readonly note?: string;
  readonly children?: ReactNode;
}

/** What a person said. */
export function Bubble({ text, files, note, children }: BubbleProps) {
  return (
    <div className="group flex flex-col items-end gap-1 pt-3">
      {files && files.length > 0 && (
        <ul className="flex flex-wrap justify-end gap-2">
          {files.map((file) => (
            <li key={file.url ?? file.name}>
              <FileChip file={file} />
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        <p className="max-w-[85%] whitespace-pre-wrap rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5">{text}</p>
      )}
      {note !== undefined && <p className="text-ink-faint text-xs">{note}</p>}
      {children}
    </div>
  );
}

function FileChip({ file }: { readonly file: FileRef }) {
  const isImage = file.mediaType?.startsWith('image/') === true && file.url?.startsWith('/') === true;
  if (isImage) return <img src={file.url} alt={file.name} className="max-h-40 rounded-xl border border-line" />;
  return (
    <span className="flex min-w-0 items-center gap-2 rounded-xl border border-line bg-surface px-3 py-2 text-sm">
      <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="min-w-0">{file.name}</span>
      {file.size !== undefined && <span className="shrink-0 text-ink-faint text-xs">{formatSize(file.size)}</span>}
    </span>
  );
}
