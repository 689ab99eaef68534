// @vitest-environment happy-dom
import type { PaymentView } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { showInTab } from './tab-sign';

test.each([
  [true, 'Cancelled · Tea house'],
  [undefined, 'Expired · Tea house'],
])('an ended invoice, cancelled: %s, is titled "%s"', (canceled, title) => {
  const view = { store: 'Tea house', canceled } as PaymentView;
  showInTab({ kind: 'expired', view, part: undefined, isWatched: true });
  expect(document.title).toBe(title);
});
