// A page for tests: the list of sessions, and an upload with its progress.
import { createApi } from '@polywire/client';
import { useSessions } from '@polywire/client/react';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { location, document } = globalThis as unknown as {
  location: { origin: string };
  document: { getElementById(id: string): never };
};

function Sessions() {
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const [progress, setProgress] = useState('');
  const { sessions, isLoading, hasMore, error, create, rename, remove, loadMore, refresh } = useSessions({
    url: location.origin,
    headers: { 'x-page': 'sessions' },
    text,
  });
  const upload = async (): Promise<void> => {
    const told: number[] = [];
    const [first] = sessions;
    const large = new File(['x'.repeat(3_000_000)], 'large.txt', { type: 'text/plain' });
    await createApi({ url: location.origin }).upload(first?.id ?? '', [large], {
      onProgress: (sent, total) => told.push(sent / total),
    });
    const isRising = told.every((part, i) => i === 0 || part >= (told[i - 1] as number));
    setProgress(`${isRising ? 'rising' : 'falling'} to ${told.at(-1)}`);
  };
  const button = (id: string, work: () => Promise<unknown> | undefined) =>
    h('button', { id, type: 'button', onClick: () => void work()?.catch(() => undefined) }, id);
  return h(
    'div',
    null,
    h('p', { id: 'state' }, isLoading ? 'loading' : `${sessions.length}${hasMore ? '+' : ''} ${error?.code ?? ''}`),
    h('input', { id: 'title', value: title, onChange: (event) => setTitle((event.target as unknown as Field).value) }),
    h('input', { id: 'text', value: text, onChange: (event) => setText((event.target as unknown as Field).value) }),
    button('create', () => create(title)),
    button('rename', () => sessions[0] && rename(sessions[0].id, title)),
    button('remove', () => sessions[0] && remove(sessions[0].id)),
    button('more', loadMore),
    button('refresh', refresh),
    button('upload', upload),
    h('p', { id: 'progress' }, progress),
    h(
      'ul',
      null,
      sessions.map((session) => h('li', { key: session.id }, session.title)),
    ),
  );
}

interface Field {
  readonly value: string;
}

createRoot(document.getElementById('root')).render(h(StrictMode, null, h(Sessions)));
