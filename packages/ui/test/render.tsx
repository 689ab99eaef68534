import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into a separate page that is removed after the test. */
export async function render(node: ReactNode) {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  await act(async () => root.render(node));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  return { container, rerender: (next: ReactNode) => act(async () => root.render(next)) };
}

export function find<Found extends Element = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`nothing on the page matches ${selector}`);
  return found;
}

export const click = (selector: string) => act(async () => find(selector).click());
