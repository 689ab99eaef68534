import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../../../test/admins';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arriveTogether, finalise, orderWithPart } from '../../../../test/arrivals';
import { invoiceRow, openShop, order } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

test('whoever accepts says what they saw: between looking and clicking 96 of 100.50 had become 4.50', async () => {
  const shop = await openShop(app);
  const { merchant } = shop;
  const { transId } = await order(app, shop, '100');
  await order(app, shop, '300');
  const parts = await arriveTogether(app, [
    { to: shop.addresses.BEP20 ?? '', micros: 96_000_000n },
    { to: shop.addresses.BEP20 ?? '', micros: 4_500_000n },
  ]);
  await finalise(app, parts);
  for (const { id } of [...parts].reverse()) {
    const { paid } = (await merchant.get(`/invoice/${transId}`)).json();
    if (id === parts[1]?.id) expect((await merchant.post(`/transfers/${id}/assign`, { transId, paid })).statusCode).toBe(200);
  }
  const [large] = parts;
  expect((await merchant.post(`/transfers/${large?.id}/assign`, { transId, paid: '0.000000' })).json()).toMatchObject({
    code: 'invoice_changed',
    details: { paid: '4.500000' },
  });
  const refused = await merchant.post(`/invoice/${transId}/accept`, { paid: '96.000000' });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'invoice_changed', details: { paid: '4.500000' } }]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 4_500_000n });
  expect((await merchant.post(`/invoice/${transId}/accept`, { paid: '4.5' })).json()).toMatchObject({ status: 'SUCCESS' });
});

test('the inbox says what was paid so far, and an assignment that accepts relies on it', async () => {
  const shop = await openShop(app);
  const { transId, part } = await orderWithPart(app, shop, 60_000_000n);
  const [item] = (await shop.merchant.get('/transfers?state=unmatched')).json().content;
  const candidate = item.candidates.find((each: { transId: string }) => each.transId === transId);
  expect(candidate).toMatchObject({ paid: '0.000000', due: '100.500000' });
  const assign = (paid: string) => shop.merchant.post(`/transfers/${part.id}/assign`, { transId, acceptPartial: true, paid });
  expect((await assign('1')).json().code).toBe('invoice_changed');
  expect((await assign('1e3')).json().code).toBe('invalid_value');
  expect((await assign(candidate.paid)).statusCode).toBe(200);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: 60_000_000n });
});

test('below the floor of the owner no member accepts, on either way; the owner does', async () => {
  const shop = await openShop(app);
  const { merchant } = shop;
  const member = await newMember(app, merchant, 'floor_support', 'support');
  const setFloor = (who: typeof merchant, percent: unknown) => who.put('/team/member-floor', { percent } as object);
  expect((await setFloor(member, 0)).json().code).toBe('role_forbids');
  for (const percent of [-1, 101, 1.5, '90', null]) expect((await setFloor(merchant, percent)).json().code).toBe('invalid_value');
  expect((await merchant.get('/team')).json()).toMatchObject({ memberFloor: 0 });
  expect((await setFloor(merchant, 90)).statusCode).toBe(200);
  expect((await merchant.get('/team')).json()).toMatchObject({ memberFloor: 90 });

  const { transId, part } = await orderWithPart(app, shop, 90_449_999n); // a millionth less than 90% of 100.50
  const assigned = await member.post(`/transfers/${part.id}/assign`, { transId, acceptPartial: true });
  expect([assigned.statusCode, assigned.json()]).toMatchObject([403, { code: 'below_member_floor', details: { percent: 90 } }]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  expect((await member.post(`/transfers/${part.id}/assign`, { transId })).statusCode).toBe(200);
  expect((await member.post(`/invoice/${transId}/accept`, { paid: '90.449999' })).json().code).toBe('below_member_floor');
  expect((await merchant.post(`/invoice/${transId}/accept`, { paid: '90.449999' })).json()).toMatchObject({ status: 'SUCCESS' });

  const enough = await orderWithPart(app, shop, 90_460_000n); // asks a little more than the first
  await member.post(`/transfers/${enough.part.id}/assign`, { transId: enough.transId });
  expect((await member.post(`/invoice/${enough.transId}/accept`)).json()).toMatchObject({ status: 'SUCCESS' });
});

test('the floor is of the account that a session works for, not of the person', async () => {
  const shop = await openShop(app);
  const member = await newMember(app, shop.merchant, 'floor_owner_too', 'manager');
  await shop.merchant.put('/team/member-floor', { percent: 100 });
  const { transId, part } = await orderWithPart(app, shop, 100_000_000n);
  await member.post(`/transfers/${part.id}/assign`, { transId });
  expect((await member.post(`/invoice/${transId}/accept`)).json().code).toBe('below_member_floor');
  await shop.merchant.put('/team/member-floor', { percent: 0 });
  expect((await member.post(`/invoice/${transId}/accept`)).json()).toMatchObject({ status: 'SUCCESS' });
  const { content } = (await shop.merchant.get('/audit-log?action=team.floor-changed')).json();
  expect(content).toMatchObject([
    { before: { memberFloor: '100%' }, after: { memberFloor: '0%' } },
    { before: { memberFloor: '0%' }, after: { memberFloor: '100%' } },
  ]);
});
