import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { remember, remembered } from '../lib/storage.ts';
import { en } from './en.ts';
import { type Language, preferred } from './preferred.ts';
import { zh } from './zh.ts';

export const languages = { en: 'English', zh: '中文' } as const satisfies Record<Language, string>;

export type { Language };

export function startLanguage(): void {
  void i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, zh: { translation: zh } },
    lng: firstLanguage(),
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  tellDocument();
  i18next.on('languageChanged', tellDocument);
}

export function currentLanguage(): Language {
  return i18next.language === 'zh' ? 'zh' : 'en';
}

export function changeLanguage(language: Language): void {
  remember('language', language);
  void i18next.changeLanguage(language);
}

function firstLanguage(): Language {
  const chosen = remembered('language');
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return preferred(navigator.languages);
}

function tellDocument(): void {
  document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
}
