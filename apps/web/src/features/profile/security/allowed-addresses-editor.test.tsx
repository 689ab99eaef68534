// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { AllowedAddresses } from './allowed-addresses-editor';
import type { SecurityForm } from './use-security-form';

const formOf = (allowedIps: string[]): SecurityForm => ({
  draft: {
    emailOtp: false,
    loginNotifications: true,
    whitelistIp: true,
    allowedIps,
    addressLockHours: 0,
    pendingLockHours: null,
    pendingLockAt: null,
    addressesFrozenAt: null,
    twoFactorRequired: false,
    secondFactorFor: [],
  },
  entry: '',
  entryProblem: undefined,
  add: () => false,
  isSaving: false,
  isUnsaved: false,
  problem: undefined,
  change: () => undefined,
  type: () => undefined,
  save: () => undefined,
});

async function shown(allowedIps: string[], ownAddress: string | undefined) {
  const { container } = await render(<AllowedAddresses form={formOf(allowedIps)} ownAddress={ownAddress} />);
  const entries = [...container.querySelectorAll('li')].map((entry) => entry.textContent ?? '');
  return {
    marked: entries.filter((entry) => entry.includes('This device')).map((entry) => entry.replace('This device', '')),
    isOffered: container.textContent?.includes('Add your own address') === true,
  };
}

test.each([
  ['127.0.0.1', ['10.0.0.0/8', '127.0.0.1'], ['127.0.0.1']],
  ['127.0.0.1', ['127.0.0.1/32'], ['127.0.0.1/32']],
  ['203.0.113.7', ['198.51.100.0/24', '203.0.113.0/24', '203.0.0.0/16'], ['203.0.113.0/24', '203.0.0.0/16']],
  ['2001:db8::1', ['2001:db8::/32'], ['2001:db8::/32']],
])('%s is in %j: every entry that lets it in is marked, and it is not offered again', async (own, addresses, marked) => {
  expect(await shown(addresses, own)).toEqual({ marked, isOffered: false });
});

test('an address that no entry lets in is offered', async () => {
  expect(await shown(['10.0.0.0/8', '::/0'], '127.0.0.1')).toEqual({ marked: [], isOffered: true });
});

test('an unknown address is neither marked nor offered', async () => {
  expect(await shown(['0.0.0.0/0'], undefined)).toEqual({ marked: [], isOffered: false });
});
