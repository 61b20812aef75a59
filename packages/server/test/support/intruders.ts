export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export interface Intruder {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the gate answers. */
  readonly status: readonly number[];
}

/** What no address may answer, where `token` is the right one. */
export function intruders(token: string): readonly Intruder[] {
  const known = bearer(token);
  return [
    { what: 'a foreign origin', headers: { ...known, origin: 'https://evil.example' }, status: [403] },
    { what: 'an opaque origin', headers: { ...known, origin: 'null' }, status: [403] },
    {
      what: 'an origin that begins like ours',
      headers: { ...known, origin: 'http://127.0.0.1.evil.example' },
      status: [403],
    },
    { what: 'an origin of another scheme', headers: { ...known, origin: 'chrome-extension://x' }, status: [403] },
    { what: 'a rebound host', headers: { ...known, host: 'evil.example' }, status: [421] },
    { what: 'a host with a user in it', headers: { ...known, host: 'evil.example@127.0.0.1' }, status: [421] },
    { what: 'a host with a dot at its end', headers: { ...known, host: 'evil.example.' }, status: [421] },
    {
      what: 'a rebound host behind a forged proxy',
      headers: { ...known, host: 'evil.example', 'x-forwarded-host': '127.0.0.1', forwarded: 'host=127.0.0.1' },
      status: [421],
    },
    { what: 'no token', headers: {}, status: [401] },
    { what: 'a token in another scheme', headers: { authorization: `Basic ${token}` }, status: [401] },
    { what: 'an owner by a header', headers: { 'x-forwarded-user': 'ann', 'x-owner': 'ann' }, status: [401] },
    { what: 'a broken cookie', headers: { cookie: 'polywire_token=%' }, status: [401, 429] },
    { what: 'the token itself as a cookie', headers: { cookie: `polywire_token=${token}` }, status: [401, 429] },
    { what: 'a token that is nearly right', headers: bearer(`${token.slice(0, -1)}~`), status: [401, 429] },
    { what: 'a token that begins right', headers: bearer(token.slice(0, -1)), status: [401, 429] },
    { what: 'a token and more', headers: bearer(`${token}x`), status: [401, 429] },
  ];
}
