// @vitest-environment happy-dom
import type { InvoiceDetails } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { MetadataCard } from './metadata-card';

const withMetadata = (metadata: Record<string, string>) => ({ metadata }) as unknown as InvoiceDetails;

test("shows the shop's own values as they were sent, and nothing where there are none", async () => {
  await render(<MetadataCard invoice={withMetadata({ customer: 'c-2041', '<b>': '<i>x</i>' })} />);
  expect(find('dl').textContent).toContain('customerc-2041');
  expect(find('dl').textContent).toContain('<b><i>x</i>');
  document.body.replaceChildren();
  const { container } = await render(<MetadataCard invoice={withMetadata({})} />);
  expect(container.textContent).toBe('');
});
