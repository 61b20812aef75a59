const PREFIX = 'polywire.';

/** What this browser keeps. Where it keeps nothing (a private window), the page works without. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch (error) {
    console.debug('nothing is kept in this browser', error);
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch (error) {
    console.debug('nothing can be kept in this browser', error);
  }
}
