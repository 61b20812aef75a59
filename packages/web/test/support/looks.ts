import type { Language } from './states.ts';

/** How a page may be looked at. */
export interface Look {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Both languages, both themes, both widths. */
export const looks: readonly Look[] = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => [
    { language, theme, ...wide },
    { language, theme, ...phone },
  ]),
);
