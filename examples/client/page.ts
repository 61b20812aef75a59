// A page in about forty lines: what is said, what is asked, and what became of the connection.
import { useConversation } from '@polywire/client/react';
import { plainText } from '@polywire/protocol';
import { native } from '@polywire/protocol/dialects/native';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Chat({ url }: { url: string }) {
  const { view, conversation } = useConversation({ url, dialect: native });
  const [text, setText] = useState('');
  const { connection, question, conversation: shown, error } = view;
  const send = (): void => {
    setText('');
    const said = question ? conversation.answer(question.inputId, { text }) : conversation.send(text);
    said.catch(() => undefined);
  };
  return h(
    'form',
    {
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        send();
      },
    },
    h('p', { id: 'connection' }, error ? `${connection}: ${error.message}` : connection),
    h(
      'ol',
      null,
      [...shown.turns].map((turn) =>
        h('li', { key: turn.seq, 'data-status': turn.status }, h('b', null, turn.user?.text), ' ', plainText(turn)),
      ),
    ),
    h('input', {
      value: text,
      onChange: (event: { target: { value: string } }) => setText(event.target.value),
    }),
    h('button', { type: 'submit' }, question ? 'Answer' : 'Send'),
  );
}

const root = (globalThis as unknown as { document: { getElementById(id: string): never } }).document;
const { location } = globalThis as unknown as { location: { origin: string } };
createRoot(root.getElementById('root')).render(h(StrictMode, null, h(Chat, { url: location.origin })));
