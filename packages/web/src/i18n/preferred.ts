export type Language = 'en' | 'zh';

/** The first of the reader's languages that the page has; English where it has none. */
export function preferred(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.toLowerCase().split('-')[0]).find((each) => each === 'en' || each === 'zh');
  return known ?? 'en';
}
