import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { fileCall } from './file-calls.ts';
import { NO_FILES_YET } from './form.ts';

const request = {
  params: { session: '1', upload: 'u', user: 'u', run: '1', name: 'n' },
  query: { url: 'https://pictures.example/1.png' },
  body: NO_FILES_YET,
};
const addresses = dialects.flatMap(({ name, endpoints }) =>
  endpoints
    .filter(({ framing }) => framing === 'multipart' || framing === 'file')
    .map((endpoint) => ({ of: `${name} ${endpoint.method} ${endpoint.path}`, endpoint })),
);

it.each(addresses)('$of has somebody who serves it', ({ endpoint }) => {
  const [command] = endpoint.read?.(request).values ?? [];
  expect(command && fileCall(command)).toBeDefined();
});

it('serves nothing else', () => {
  expect(fileCall({ type: 'call', what: 'documents.list', params: {} })).toBeUndefined();
  expect(fileCall({ type: 'attach' })).toBeUndefined();
});
