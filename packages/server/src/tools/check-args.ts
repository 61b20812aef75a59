import type { JsonObject } from '@polywire/protocol';
import type { Tool } from './contract.ts';

export type Checked = { readonly ok: true; readonly args: JsonObject } | { readonly ok: false; readonly why: string };

/** The arguments as the tool takes them, or what is wrong with them: a model reads that and tries again. */
export function checkArgs({ parameters }: Tool, args: JsonObject): Checked {
  if (!parameters) return { ok: true, args };
  const checked = parameters.safeParse(args);
  if (checked.success) return { ok: true, args: checked.data as JsonObject };
  const issues = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  return { ok: false, why: `The arguments do not fit. / 参数不符合要求。\n${issues.slice(0, MAX_ISSUES).join('\n')}` };
}

const MAX_ISSUES = 8;
