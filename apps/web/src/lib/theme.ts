import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './stored';

/** Also read by public/boot.js, before the first paint. */
const STORAGE_KEY = 'theme';
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (value: string | undefined): value is Theme => THEMES.some((theme) => theme === value);
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return isTheme(theme) ? theme : 'system';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeStored(STORAGE_KEY, theme);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  // Follows a choice made in another tab.
  const follow = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEY) return;
    const stored = readStored(STORAGE_KEY);
    document.documentElement.dataset.theme = isTheme(stored) ? stored : 'system';
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
};

/** Only the browser knows it (boot.js); a page that is rendered elsewhere shows the default's icon. */
const unknownTheme = (): Theme => 'system';

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, unknownTheme);
