import { useSyncExternalStore } from 'react';
import { remember, remembered } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function chosenTheme(): Theme {
  const theme = remembered('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme);
  apply();
}

/** What is on the screen now: for canvases, which no style sheet reaches. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shownTheme);
}

function shownTheme(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function apply(): void {
  const theme = chosenTheme();
  document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

dark.addEventListener('change', apply);
