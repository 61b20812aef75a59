import { loadOnce } from '../../lib/load-once.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import type { MarkdownProps } from './renderer.tsx';

/** Fetched when a message is being written, so that it is there before the answer. */
export const prepareMarkdown = loadOnce(async () => (await import('./renderer.tsx')).Renderer);

/** Until the renderer is there the words are shown as they are. */
export function Markdown(props: MarkdownProps) {
  const Renderer = useLoaded(prepareMarkdown, true);
  return Renderer ? <Renderer {...props} /> : <p className="whitespace-pre-wrap">{props.text}</p>;
}
