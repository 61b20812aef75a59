import type { Rejection } from './fixture.ts';

/** The ways in which what a client sends can be broken. Each is told by the frame itself where that is possible. */
export const rejectionKinds: Readonly<Record<string, (rejection: Rejection) => boolean>> = {
  'broken JSON': ({ data }) => data !== undefined && !isJson(data),
  'a wrong type': ({ kind }) => kind === 'wrong type',
  'a missing field': ({ kind }) => kind === 'missing field',
  'an unknown type': ({ expect }) => expect === 'unknown',
  huge: ({ grow }) => grow?.how === 'huge',
  deep: ({ grow }) => grow?.how === 'deep',
  ['__proto__']: ({ data }) => has(data, (key) => key === '__proto__'),
  'a lone surrogate': ({ data }) => has(data, (_, value) => typeof value === 'string' && /\p{Surrogate}/u.test(value)),
};

function has(data: string | undefined, isIt: (key: string, value: unknown) => boolean): boolean {
  if (data === undefined || !isJson(data)) return false;
  let found = false;
  JSON.parse(data, (key, value) => {
    found ||= isIt(key, value);
    return value;
  });
  return found;
}

function isJson(data: string): boolean {
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
