import { ExternalLink, Image as ImageIcon, ImageOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useChat } from '../chat/context.ts';
import { imageAddress } from './image-address.ts';

interface PictureProps {
  readonly url: string;
  readonly alt: string | undefined;
  /** What it shows is written under it anyway. */
  readonly isCaptioned?: boolean;
}

/** An image of this server is shown; one from elsewhere tells that elsewhere who reads, so the reader decides. */
export function Picture({ url, alt, isCaptioned = false }: PictureProps) {
  const { t } = useTranslation();
  const { showsImages, showImages } = useChat();
  const [isWanted, setWanted] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const address = imageAddress(url, location.origin);
  if (!address || isBroken) return <Broken url={url} />;
  if (address.host === undefined || isWanted || showsImages) {
    return (
      <img
        src={address.src}
        alt={alt ?? t('image.alt')}
        loading="lazy"
        onError={() => setBroken(true)}
        className="max-h-[32rem] max-w-full rounded-xl border border-line"
      />
    );
  }
  return (
    <span className="flex max-w-xl flex-col gap-2 rounded-xl border border-line border-dashed bg-sunken p-4 text-sm">
      <span className="flex items-center gap-2 font-medium">
        <ImageIcon aria-hidden="true" className="size-4 shrink-0" />
        {t('image.remote', { host: address.host })}
      </span>
      {alt && <span className={isCaptioned ? 'sr-only' : undefined}>{alt}</span>}
      <span className="text-ink-soft text-xs">{t('image.blocked')}</span>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => setWanted(true)}>{t('image.show')}</Button>
        <Button look="quiet" onClick={showImages}>
          {t('image.showAll')}
        </Button>
      </span>
    </span>
  );
}

function Broken({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex max-w-xl items-center gap-2 rounded-xl border border-line bg-sunken p-4 text-ink-soft text-sm">
      <ImageOff aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">{t('image.broken')}</span>
      {/^https?:/.test(url) && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="flex items-center gap-1 text-accent underline"
        >
          {t('image.open')}
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </span>
  );
}

export function MarkdownImage({ src, alt }: ComponentProps<'img'>) {
  return typeof src === 'string' ? <Picture url={src} alt={alt} /> : null;
}
