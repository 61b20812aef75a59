import type { Language } from '../contract.ts';

/** The language of the person at the keyboard, as their system says it. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const said = [env.POLYWIRE_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG].find((each) => each);
  return said?.startsWith('zh') ? 'zh' : 'en';
}
