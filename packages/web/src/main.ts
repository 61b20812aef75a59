import { type Draft, dialectNamed } from '@polywire/protocol';

const dialect = dialectNamed('native');
const session = crypto.randomUUID();
const stream = { id: session, variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
const decoder = dialect.client.decoder(stream);
const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/v1/sessions/${session}/events`);
const chat = document.querySelector('#chat') as HTMLOListElement;
const form = document.querySelector('form') as HTMLFormElement;
const input = document.querySelector('input') as HTMLInputElement;

socket.addEventListener('message', ({ data }) => {
  for (const draft of decoder.push({ data: String(data) }).values) show(draft);
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text === '') return;
  for (const frame of dialect.client.encode({ type: 'message.send', text })) {
    if ('data' in frame) socket.send(frame.data);
  }
  input.value = '';
});

function show(draft: Draft): void {
  switch (draft.type) {
    case 'message.accepted':
      return add('user', draft.text);
    case 'message.started':
      return add(draft.role, '');
    case 'text.delta':
      chat.lastElementChild?.append(draft.delta);
  }
}

function add(role: string, text: string): void {
  const item = document.createElement('li');
  item.className = role;
  item.textContent = text;
  chat.append(item);
}
