import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { remember, remembered } from '../lib/storage.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const languages = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof languages;

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
  return navigator.languages.some((each) => each.toLowerCase().startsWith('zh')) ? 'zh' : 'en';
}

function tellDocument(): void {
  document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
}
