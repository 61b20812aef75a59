/** SQLite keeps UTF-8, which has no half characters: they would come back as something else. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\ufffd');
}

const HALF = /\p{Cs}/gu;
