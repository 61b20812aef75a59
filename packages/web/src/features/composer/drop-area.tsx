import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface DropAreaProps {
  readonly onDrop: (files: readonly File[]) => void;
  /** Something lies over it. */
  readonly isCovered: boolean;
  readonly children: ReactNode;
}

/** Files may be dropped anywhere on the conversation. */
export function DropArea({ onDrop, isCovered, children }: DropAreaProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  // Leaving a child is told like leaving the area: they are counted.
  const depth = useRef(0);
  const enter = (change: number) => {
    depth.current += change;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same
    <div
      inert={isCovered}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      onDragEnter={(event) => event.dataTransfer.types.includes('Files') && enter(1)}
      onDragLeave={(event) => event.dataTransfer.types.includes('Files') && enter(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        if (event.dataTransfer.files.length > 0) onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div
          role="status"
          className="pointer-events-none absolute inset-3 z-20 flex items-center justify-center gap-3 rounded-2xl border-2 border-accent border-dashed bg-accent-soft/90 font-medium text-lg"
        >
          <Upload aria-hidden="true" />
          {t('composer.drop')}
        </div>
      )}
    </div>
  );
}
