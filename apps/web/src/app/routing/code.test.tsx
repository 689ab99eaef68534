// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { fetchCode, Part } from './code';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const Page = () => <p>page</p>;

/** Everything that was shown, in its order. */
async function shownBy(load: () => Promise<{ default: typeof Page }>): Promise<string[]> {
  const place = document.createElement('div');
  const shown: string[] = [];
  new MutationObserver(() => shown.push(place.textContent ?? '')).observe(place, { childList: true, subtree: true });
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <Suspense fallback="splash">
        <Part load={load} />
      </Suspense>,
    ),
  );
  await act(async () => root.unmount());
  return shown.filter((text) => text !== '');
}

test('what has come is shown at once, without its fallback', async () => {
  const load = async () => ({ default: Page });
  await fetchCode(load);
  expect(await shownBy(load)).toEqual(['page']);
});

test('what is still on its way shows its fallback until then', async () => {
  const load = () => new Promise<{ default: typeof Page }>((resolve) => setTimeout(() => resolve({ default: Page }), 5));
  expect(await shownBy(load)).toEqual(['splash', 'page']);
});
