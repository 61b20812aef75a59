import type { ZodType } from 'zod';

/** The first JSON in a text that fits: alone, in a fence, or with words around it. */
export function readJson<T>(text: string, shape: ZodType<T>): { value: T } | { problem: string } {
  let problem = 'There is no JSON in your answer.';
  for (const candidate of candidates(text)) {
    const parsed = parse(candidate);
    if (!parsed) continue;
    const checked = shape.safeParse(parsed.value);
    if (checked.success) return { value: checked.data };
    const [issue] = checked.error.issues;
    problem = `At ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`;
  }
  return { problem };
}

function* candidates(text: string): Generator<string> {
  for (const [, inside = ''] of text.matchAll(/```(?:json)?\s*\n?([\s\S]*?)```/gi)) yield inside;
  yield text;
  const starts = [text.indexOf('{'), text.indexOf('[')].filter((at) => at >= 0).sort((a, b) => a - b);
  for (const start of starts) {
    const end = text.lastIndexOf(text[start] === '{' ? '}' : ']');
    if (end > start) yield text.slice(start, end + 1);
  }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
