// @vitest-environment happy-dom
import { act, type ReactNode, Suspense } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { fetchCode, Part } from './code';

type Code = { default: () => ReactNode };
const code: Code = { default: () => <p>page</p> };
const page = (load: () => Promise<Code>) => (
  <Suspense fallback="splash">
    <Part load={load} />
  </Suspense>
);

test('what has come is shown at once, without its fallback', async () => {
  let asked = 0;
  const load = async () => {
    asked += 1;
    return code;
  };
  await fetchCode(load);
  const { container } = await render(page(load));
  expect(container.textContent).toBe('page');
  expect(asked).toBe(1); // lazy would have asked once more, and shown the fallback meanwhile
});

test('what is still on its way shows its fallback until then', async () => {
  let come: (code: Code) => void = () => undefined;
  const promise = new Promise<Code>((resolve) => {
    come = resolve;
  });
  const { container } = await render(page(() => promise));
  expect(container.textContent).toBe('splash');
  await act(async () => come(code));
  expect(container.textContent).toBe('page');
});
