// @vitest-environment happy-dom
import type { PaymentLink, Store } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../packages/ui/test/render';
import { setTexts } from '../../lib/i18n/texts';
import { LinkForm } from './link-form';

const LINK: PaymentLink = {
  id: 'lnk_1',
  storeId: 'str_1',
  storeName: 'Tea house',
  url: 'https://pay.example/pay/abc',
  name: 'Class',
  description: null,
  amount: '5.0000',
  amountMax: null,
  holdMax: null,
  held: '0.000000',
  stock: 3,
  endsAt: null,
  questions: [{ label: 'Your name', required: true }],
  successMessage: null,
  enabled: false,
  state: 'off',
  paid: 0,
  taken: 0,
  createdAt: '2026-03-01T09:30:00.000Z',
};
afterEach(() => {
  vi.restoreAllMocks();
  setTexts('en', {});
});

const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

async function openForm(link: PaymentLink) {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_input, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json(LINK));
  });
  const onClose = vi.fn();
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LinkForm stores={[{ id: 'str_1', name: 'Tea house' } as Store]} link={link} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { sent, onClose };
}

test('questions are added and typed, and what the form does not show stays as it was', async () => {
  const { sent, onClose } = await openForm(LINK);
  await click('.link-questions > .btn');
  const questions = document.querySelectorAll<HTMLInputElement>('.link-question input[maxlength]');
  expect([...questions].map(({ value }) => value)).toEqual(['Your name', '']);
  await type(questions[1] as HTMLInputElement, ' Size ');
  await click('.link-questions > .btn'); // left empty: not sent
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      name: 'Class',
      description: null,
      amount: '5',
      amountMax: null,
      holdMax: null,
      stock: 3,
      endsAt: null,
      questions: [
        { label: 'Your name', required: true },
        { label: 'Size', required: true },
      ],
      successMessage: null,
      enabled: false,
    },
  ]);
});

test('an amount is shown and read as the language writes it', async () => {
  setTexts('de', {});
  const { sent, onClose } = await openForm({ ...LINK, amount: '24.1250' });
  const amount = find<HTMLInputElement>('input[inputmode=decimal]');
  expect(amount.value).toBe('24,125');
  await type(amount, '1.234,5');
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([expect.objectContaining({ amount: '1234.5' })]);
});

test('an open amount has a greatest one, and unpaid orders reserve no more than the owner allows', async () => {
  const { sent, onClose } = await openForm({ ...LINK, amount: null, amountMax: '250.0000', holdMax: '3.5000' });
  const [amount, amountMax, holdMax] = document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]');
  expect([amount?.value, amountMax?.value, holdMax?.value]).toEqual(['', '250', '3.5']);
  await type(amountMax as HTMLInputElement, '300');
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([expect.objectContaining({ amount: null, amountMax: '300', holdMax: '3.5' })]);
});
