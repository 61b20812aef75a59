/** Matches a path against an endpoint's template: `/a/{session}` with `/a/x` gives `{session: "x"}`. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] as string;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== value) return undefined;
      continue;
    }
    const decoded = decode(value);
    if (!decoded) return undefined;
    params[name] = decoded;
  }
  return params;
}

/** The target of a request. A client may send any text as one, so it is cut here and not parsed as a URL. */
export function addressOf(target = '/'): { path: string; query: URLSearchParams } {
  const [whole = '', ...rest] = target.split('?');
  return { path: whole, query: new URLSearchParams(rest.join('?')) };
}

function decode(part: string): string | undefined {
  try {
    const decoded = decodeURIComponent(part);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
