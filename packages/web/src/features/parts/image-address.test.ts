import { expect, it } from 'vitest';
import { imageAddress } from './image-address.ts';

const origin = 'http://127.0.0.1:1';

it('shows what lies on this server as it is', () => {
  expect(imageAddress('/files/a.png', origin)).toEqual({ src: '/files/a.png' });
  expect(imageAddress('/mark.svg', origin)).toEqual({ src: '/mark.svg' });
  expect(imageAddress(`${origin}/files/a.png?x=1`, origin)).toEqual({ src: '/files/a.png?x=1' });
  expect(imageAddress('data:image/png;base64,AA==', origin)).toEqual({ src: 'data:image/png;base64,AA==' });
});

it('has the server fetch what lies elsewhere', () => {
  const src = '/v1/images?url=https%3A%2F%2Fcats.example%2Fa.png';
  expect(imageAddress('https://cats.example/a.png', origin)).toEqual({ src, host: 'cats.example' });
});

it('shows nothing that is no image or would run', () => {
  for (const url of ['javascript:alert(1)', 'data:image/svg+xml;base64,AA==', 'data:text/html,x', 'file:///etc/passwd'])
    expect(imageAddress(url, origin)).toBeUndefined();
});

it('has nothing fetched by an address of this server that nobody clicked on', () => {
  const proxied = '/v1/images?url=https%3A%2F%2Fevil.example%2Fleak';
  for (const url of [
    proxied,
    origin + proxied,
    `/files/..${proxied}`,
    `/files/%2e%2e${proxied}`,
    '/v1/sessions',
    '/v1/images?url=x.png',
    '/enter/x',
  ])
    expect(imageAddress(url, origin)).toBeUndefined();
});
