import type { z } from 'zod';
import type { Issue, Text } from '../dialect.ts';
import { type Fault, inField } from '../faults.ts';

/** What is wrong with a frame. The first thing counts: what follows may only follow from it. */
export class Findings {
  issue: Issue | undefined;

  note(reason: Issue['reason'], detail: Fault): void {
    this.issue ??= { reason, detail };
  }

  invalid(detail: Fault): void {
    this.note('invalid', detail);
  }

  /** `value` in the shape of `schema`, or undefined and an `invalid` report. */
  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
    const { data, error } = schema.safeParse(value);
    if (error) this.invalid(shapeFault(error.issues[0] as z.core.$ZodIssue));
    return data;
  }
}

/** What a schema says in words of its own it brings in both languages. */
function shapeFault({ path, message, ...issue }: z.core.$ZodIssue): Fault {
  const own = issue.code === 'custom' ? (issue.params as Text | undefined) : undefined;
  const zh = issue.code === 'invalid_type' ? `应为 ${issue.expected}` : '取值有误';
  return inField(path.join('.') || 'frame', own ?? { en: message, zh });
}
