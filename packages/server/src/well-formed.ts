/** SQLite keeps UTF-8, which has no half characters: they would come back as something else. */
export function wellFormed(text: string): string {
  return (text as WellFormed).toWellFormed();
}

/** Newer than the library that the types describe. */
type WellFormed = string & { toWellFormed(): string };
