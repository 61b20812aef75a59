import { dialects } from '@polywire/protocol';
import type { Option, Values } from './contract.ts';
import { CliError, exitCodes } from './errors.ts';

/** Options that several commands have. */
export const dialectNames: readonly string[] = dialects.map(({ name }) => name);

export const jsonOption: Option = { flags: '--json', about: { en: 'for programs: JSON', zh: '供程序使用：JSON' } };

export const dataOption: Option = {
  flags: '--data <dir>',
  about: { en: 'the data folder', zh: '数据目录' },
  fallback: '.polywire',
};

export const serverOption: Option = {
  flags: '--server <url>',
  about: {
    en: 'the server (POLYWIRE_URL; http://127.0.0.1:10338)',
    zh: '服务器地址（POLYWIRE_URL；http://127.0.0.1:10338）',
  },
};

export const tokenOption: Option = {
  flags: '--token <token>',
  about: { en: 'the token, where the server wants one (POLYWIRE_TOKEN)', zh: '服务器要求的令牌（POLYWIRE_TOKEN）' },
};

export function textIn(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function listIn(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

export function countIn(values: Values, name: string): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new CliError(
    { en: `--${name} takes a whole number above 0.`, zh: `--${name} 需要大于 0 的整数。` },
    undefined,
    {
      exitCode: exitCodes.usage,
    },
  );
}

export function secondsIn(values: Values, name: string): number {
  const number = Number(values[name]);
  if (number > 0) return number;
  throw new CliError({ en: `--${name} takes a number above 0.`, zh: `--${name} 需要大于 0 的数字。` }, undefined, {
    exitCode: exitCodes.usage,
  });
}

/** 0 is any that is free. */
export function portIn(values: Values, name: string): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new CliError(
    { en: `--${name} takes a number up to 65535.`, zh: `--${name} 需要不超过 65535 的数字。` },
    undefined,
    { exitCode: exitCodes.usage },
  );
}
