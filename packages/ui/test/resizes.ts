import { act } from 'react';
import { vi } from 'vitest';

/** Elements have no size here: a test says itself when the last observed one changed. */
export function stubResizes(): () => Promise<void> {
  const resized: (() => void)[] = [];
  class Observer extends ResizeObserver {
    constructor(heard: ResizeObserverCallback) {
      super(heard);
      resized.push(() => heard([], this));
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  return () => act(async () => resized.at(-1)?.());
}
