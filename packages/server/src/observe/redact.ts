/** What stands where a secret was. */
export const REDACTED = '[redacted]';

const SECRET_KEY = /^(authorization|proxy-authorization|cookie|set-cookie|.*(token|secret|password|api[-_]?key))s?$/i;
/** A count of tokens is no secret. */
const PLAIN = new Set(['number', 'boolean', 'undefined']);
const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${REDACTED}`],
  [/\bpolywire\.token\.[^\s"',;]+/g, `polywire.token.${REDACTED}`],
  [/\b(token|api[-_]?key|password|secret)=[^\s&"',;]+/gi, `$1=${REDACTED}`],
];
/** Deeper things are not logged: what is logged is for a person to read. */
const MAX_DEPTH = 8;

/** A copy that is safe to write: fields that name secrets are masked, and so are secrets inside of texts. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  const source = value instanceof Error ? fieldsOf(value) : value;
  return Object.fromEntries(
    Object.entries(source).map(([key, each]) => [
      key,
      SECRET_KEY.test(key) && each !== null && !PLAIN.has(typeof each) ? REDACTED : redact(each, depth + 1),
    ]),
  );
}

function redactText(text: string): string {
  return SECRETS_IN_TEXT.reduce((clean, [pattern, mask]) => clean.replace(pattern, mask), text);
}

/** An error's own fields are not enumerable, and they are what matters. */
function fieldsOf(error: Error): object {
  const { name, message, stack, cause } = error;
  return { type: name, stack, ...(cause !== undefined && { cause }), ...error, message };
}
