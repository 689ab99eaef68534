/** Refused local storage (private windows, blocked cookies) must not stop the app: then nothing is remembered, as with an empty value. */
export function readStored(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) || undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Not remembered; the choice still applies to this page.
  }
}
