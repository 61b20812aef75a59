/** Names under which people keep what nobody else is to know. */
const SECRET_NAME = /token|secret|passw|passphrase|api[-_]?key|auth|credential|private|cookie|(^|[-_])(key|pat|pwd)$/i;
/** What nobody writes by hand: long, in one piece, of letters and digits. A folder or a word is none. */
const LOOKS_RANDOM = /^(?=.*\d)(?=.*[a-z])[\w.~+=-]{16,}$/i;

/** What is secret of headers or variables: others, such as folders and languages, are part of what tools talk about. */
export function confidentialIn(fields: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (SECRET_NAME.test(name)) return [value, value.replace(/^\S+\s+/, '')];
    return LOOKS_RANDOM.test(value) ? [value] : passwordIn(value);
  });
}

function passwordIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  const meant = password.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return password === '' ? [] : [password, meant];
}
