import { lazy, Suspense } from 'react';
import type { MarkdownProps } from './renderer.tsx';

const load = () => import('./renderer.tsx');
const Renderer = lazy(() => load().then((module) => ({ default: module.Renderer })));

/** Fetched when a message is being written, so that it is there before the answer. */
export function prepareMarkdown(): void {
  void load();
}

/** Until the renderer is there the words are shown as they are. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{props.text}</p>}>
      <Renderer {...props} />
    </Suspense>
  );
}
