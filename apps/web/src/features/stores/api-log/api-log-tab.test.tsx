// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { OwnStoreProvider } from '../own-store';
import ApiLogTab from './api-log-tab';

afterEach(() => void vi.restoreAllMocks());

const CALL = {
  ...{ id: 'api_1', at: '2026-11-16T09:40:00.000Z', key: 'key_1', keyName: 'Till', ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
  ...{ route: 'GET /payment/invoice/{trans_id}', status: 404, requestId: '0198c2f1-8a7d-7000-8000-000000000001' },
};
const asked: URL[] = [];
const Place = () => <output>{useLocation().search}</output>;

async function open(answer: () => Response, search = '') {
  asked.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(String(input instanceof Request ? input.url : input), window.location.origin);
    if (url.pathname.endsWith('/keys')) return Response.json([]);
    asked.push(url);
    return answer();
  });
  const store = { store: { id: 'str_1' }, wallets: [] } as never;
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/manage-merchant?id=str_1&tab=api-log${search}`]}>
        <OwnStoreProvider value={store}>
          <ApiLogTab />
          <Place />
        </OwnStoreProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const text = () => document.body.textContent ?? '';
const page = (content: object[]) => () => Response.json({ content, totalElements: content.length });

test('a call is a row with its key, whole address, route, status and a request id to copy', async () => {
  await open(page([CALL, { ...CALL, id: 'api_2', key: 'main', keyName: null, status: 201 }]));
  await vi.waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  const [first, second] = document.querySelectorAll('tbody tr');
  for (const shown of ['Till', CALL.ip, CALL.route, '404']) expect(first?.textContent).toContain(shown);
  expect(second?.textContent).toContain('Main key');
  expect(first?.querySelector('button[aria-label="Copy Request ID"]')).not.toBeNull();
});

test('the filters are in the URL, and go to the server', async () => {
  await open(page([]), '&key=main&status=4xx&from=2026-11-01');
  await vi.waitFor(() => expect(text()).toContain('No log entries match the filters.'));
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ key: 'main', status: '4xx', from: '2026-11-01' });
  expect(text()).toContain('Refused (4xx)');
  const clear = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear filters');
  clear?.click();
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe('?id=str_1&tab=api-log'));
  await vi.waitFor(() => expect(text()).toContain('No calls yet'));
});

test('a log that cannot be read says so', async () => {
  await open(() => Response.json({ status: 'error', code: 'internal_error', message: 'no', requestId: 'r' }, { status: 500 }));
  await vi.waitFor(() => expect(text()).toContain('The API log could not be loaded'));
});
