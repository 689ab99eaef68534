// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { isActiveStore, StoreStatus } from './store-status';

test.each([
  ['Active', true, 'Active'],
  [undefined, true, 'Active'],
  [undefined, false, 'No address yet'],
  ['Inactive', true, 'Inactive'],
  ['Under review', true, 'Under review'],
])('a store with the status %s is shown', async (status, hasAddress, shown) => {
  const { container } = await render(<StoreStatus status={status} hasAddress={hasAddress} />);
  expect(container.textContent).toBe(shown);
  expect(isActiveStore({ status })).toBe(status === undefined || status === 'Active');
});
