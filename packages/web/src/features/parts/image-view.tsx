import { Picture } from './remote-image.tsx';
import type { PartProps } from './views.tsx';

export function ImageView({ part }: PartProps<'image'>) {
  return (
    <figure className="max-w-xl">
      <Picture url={part.url} alt={part.alt} isCaptioned />
      {part.alt !== undefined && (
        // Whoever hears the page has heard it with the image.
        <figcaption aria-hidden="true" className="mt-1 text-ink-faint text-sm">
          {part.alt}
        </figcaption>
      )}
    </figure>
  );
}
