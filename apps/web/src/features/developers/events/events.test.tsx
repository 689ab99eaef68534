// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLBACK_EVENT_TYPES, CALLBACK_EVENTS, callbackEventSchema, exampleEvent } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { render } from '../../../../../../packages/ui/test/render';
import EventsScreen from './events.screen';

afterEach(() => void vi.restoreAllMocks());

test('every example is what the contract allows, marked as a test', () => {
  for (const type of [...CALLBACK_EVENT_TYPES, 'test'] as const)
    expect(callbackEventSchema.parse(exampleEvent(type))).toMatchObject({ type, test: true });
});

test('an example happens in an order that can be: created, paid, expired; one that is sent happens now', () => {
  const now = new Date('2026-05-01T12:00:00.000Z');
  for (const type of CALLBACK_EVENT_TYPES) {
    const { created_at: at, data } = exampleEvent(type);
    expect(data).toMatchObject({ created_at: '2026-03-01T09:30:00.000Z', expires_at: '2026-03-01T09:45:00.000Z' });
    expect(at > data.created_at).toBe(true);
    if (data.paid_at !== undefined)
      expect(data.paid_at > data.created_at && data.paid_at < data.expires_at && data.paid_at <= at).toBe(true);
    expect(exampleEvent(type, 'm', now).created_at).toBe(now.toISOString());
  }
});

test('the catalogue has every event with its example, and the fields of the OpenAPI document', async () => {
  const schemas = {
    CallbackEvent: { type: 'object', properties: { data: { $ref: '#/components/schemas/MerchantInvoice' } } },
    MerchantInvoice: { type: 'object', properties: { trans_id: { type: 'string', description: 'Our ID' } } },
  };
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json({ info: { title: 'API', version: '1' }, paths: {}, components: { schemas } }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <EventsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('data.trans_id'));
  for (const type of CALLBACK_EVENT_TYPES) {
    expect(document.getElementById(type)?.parentElement?.textContent).toContain(CALLBACK_EVENTS[type]);
    expect(document.body.textContent).toContain(`evt_example_${type.replace('invoice.', '')}`);
  }
});

test('what is said about the fields is among the texts of every language', () => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../server/locales/en.json'), 'utf8')) as Record<
    string,
    string
  >;
  const notes = [...JSON.stringify(z.toJSONSchema(callbackEventSchema)).matchAll(/"description":"([^"]+)"/g)].map(([, note]) => note ?? '');
  expect(notes.length).toBeGreaterThan(5);
  const isNameAlone = (note: string) => note === 'USDT';
  expect(notes.filter((note) => !isNameAlone(note) && !(note in texts))).toEqual([]);
});
