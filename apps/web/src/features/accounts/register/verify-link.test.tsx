// @vitest-environment happy-dom
import type { VerificationLink } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import VerifyLinkScreen from './verify-link.screen';

afterEach(() => void vi.restoreAllMocks());

const LINK: VerificationLink = {
  username: 'stranger_1',
  email: 'victim@example.com',
  createDate: '2026-03-01T08:00:00.000Z',
  isSignUp: true,
  isOwn: false,
  isDone: false,
};
const refusal = (code: string, status: number) => () => Response.json({ status: 'error', code, message: code }, { status });

let link: () => Response;
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const path = String(input).replace('/api/v1', '').replace(/\?.*/, '');
    asked.push(path);
    return path === '/email-verification/link' ? link() : Response.json({ message: 'done' });
  });
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/email-verification/verify?token=mailed']}>
        <Routes>
          <Route path="/email-verification/verify" element={<VerifyLinkScreen />} />
          <Route path="/" element={<p id="front">front page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name) === true)?.click());
const shows = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));

test('a browser that is not signed in to the account verifies nothing before a click, and names the account', async () => {
  link = () => Response.json(LINK);
  await open();
  await shows('stranger_1');
  await shows('victim@example.com');
  expect(asked).toEqual(['/email-verification/link']);
  await press('Verify');
  await vi.waitFor(() => expect(find('#front')).toBeTruthy());
  expect(asked).toContain('/email-verification/verify');
});

test('"this was not me" deletes a sign-up and verifies nothing', async () => {
  link = () => Response.json(LINK);
  await open();
  await shows('Delete this sign-up');
  await press('Delete this sign-up');
  await shows('The sign-up was deleted');
  expect(asked).toEqual(['/email-verification/link', '/email-verification/not-me']);
});

test('"this was not me" cancels a change of an account that has another address', async () => {
  link = () => Response.json({ ...LINK, isSignUp: false });
  await open();
  await shows('about to change to this address');
  await press('Cancel this change');
  await shows('The change was cancelled');
  expect(asked).toEqual(['/email-verification/link', '/email-verification/not-me']);
});

test.each([
  ['a link of the account that is signed in here', () => Response.json({ ...LINK, isOwn: true })],
  ['a link that has verified the address already', () => Response.json({ ...LINK, isDone: true })],
  ['a link that is over', refusal('token_expired', 410)],
  ['an api of the release before', refusal('not_found', 404)],
])('%s needs no click and leads to the front page', async (_, answer) => {
  link = answer;
  await open();
  await vi.waitFor(() => expect(find('#front')).toBeTruthy());
  expect(asked).toContain('/email-verification/verify');
});

test('a question that failed verifies nothing, and can be asked again', async () => {
  link = refusal('internal_error', 500);
  await open();
  await shows('The link could not be loaded');
  expect(asked).toEqual(['/email-verification/link']);
  link = () => Response.json(LINK);
  await press('Retry');
  await shows('stranger_1');
});
