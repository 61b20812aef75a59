/** Marks that turn the direction of writing or cannot be seen: with them one name looks like another. */
const DECEIVING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** For what somebody is asked to agree to: such marks are shown as what they are. */
export function withMarksShown(text: string): string {
  return text.replace(DECEIVING, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
