import { claimMessage } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, stateOf } from '../../../../test/arrivals';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { until } from '../../../../test/scanner';
import { expectSound, invoiceRow, openShop, order, rawOf, type Shop } from '../../../../test/shop';
import { newEvmKey } from '../../../../test/wallet-keys';

let app: TestApp;
let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20'), chain.settings('ERC20')] });
});

const placeOf = (shop: Shop): string => shop.addresses.BEP20 ?? '';
const claim = async (transId: string, tx_hash: string, more: object = {}) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/v1/payment/${transId}/claim`,
    payload: { network: 'BEP20', tx_hash, ...more },
  });
  return answer.statusCode === 200 ? answer.json().data : answer.json();
};
const ODD = 552_750_000n;

test('a claim is shown to the merchant beside the transfer and moves no money', async () => {
  const shop = await openShop(app);
  const [own, other] = [await order(app, shop, '500'), await order(app, shop, '750')];
  const transfer = await arrive(app, { to: placeOf(shop), micros: ODD });
  const answer = await claim(own.transId, transfer.txHash.slice(2).toUpperCase()); // as some explorers show it
  expect(answer).toMatchObject({ state: 'waiting_for_merchant', amount: '552.750000', tx_hash: transfer.txHash, signed: false });
  expect(answer.message).toBe(claimMessage(own.transId, 'BEP20', transfer.txHash));
  await claim(own.transId, transfer.txHash); // repeated: still one
  expect(await stateOf(app, transfer)).toBe('unmatched');
  for (const { transId } of [own, other]) expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });

  const [item] = (await shop.merchant.get('/transfers?state=unmatched')).json().content;
  expect(item.claims).toEqual([{ transId: own.transId, name: 'Tea', at: expect.any(String), signed: false }]);
  const { claims } = (await shop.merchant.get(`/invoice/${own.transId}`)).json();
  expect(claims).toMatchObject([
    { network: 'BEP20', txHash: transfer.txHash, signed: false, transfers: [{ id: transfer.id, state: 'unmatched' }] },
  ]);
  const view = (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${own.transId}` })).json().data;
  expect(view.other_amounts).toMatchObject([{ amount: '552.750000', claimed: true }]);
});

test('signed by the sending address it pays the invoice it names, and no other', async () => {
  const shop = await openShop(app);
  const [own, other] = [await order(app, shop, '500'), await order(app, shop, '750')];
  const wallet = newEvmKey();
  const transfer = await arrive(app, { to: placeOf(shop), micros: ODD, from: wallet.address });
  const signature = wallet.signMessage(claimMessage(own.transId, 'BEP20', transfer.txHash));
  const stranger = newEvmKey().signMessage(claimMessage(other.transId, 'BEP20', transfer.txHash));
  expect((await claim(other.transId, transfer.txHash, { signature: stranger })).code).toBe('invalid_signature');
  expect((await claim(other.transId, transfer.txHash, { signature })).code).toBe('invalid_signature'); // it names the other one
  expect(await stateOf(app, transfer)).toBe('unmatched');

  expect(await claim(own.transId, transfer.txHash, { signature })).toMatchObject({ state: 'matched_this_invoice', signed: true });
  await finalise(app, [transfer]);
  expect(await invoiceRow(app, own.transId)).toMatchObject({ status: 'SUCCESS', flags: ['paidOver'], paid: ODD });
  expect(await invoiceRow(app, other.transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  const details = (await shop.merchant.get(`/invoice/${own.transId}`)).json();
  expect(details.transfers).toMatchObject([{ id: transfer.id, matchedBy: 'signed' }]);
  expect(details.timeline.some(({ detail }: { detail: string | null }) => detail?.includes('the sending address has signed'))).toBe(true);
  const { rows } = await sql`select action, actor from audit_log where subject = ${transfer.id}`.execute(app.platform.db.query);
  expect(rows).toEqual([{ action: 'transfer.claimed', actor: wallet.address }]);
  // A transfer that belongs to an invoice is not moved by another signature.
  const again = wallet.signMessage(claimMessage(other.transId, 'BEP20', transfer.txHash));
  expect(await claim(other.transId, transfer.txHash, { signature: again })).toMatchObject({ state: 'waiting_for_merchant' });
  expect(await invoiceRow(app, other.transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  await expectSound(app);
});

test('while another gateway watches the address, a signed claim waits for the merchant: one transfer would pay two orders', async () => {
  const shop = await openShop(app);
  const share = async (sharesAddresses: boolean) => {
    const saved = await shop.merchant.put(`/store/${shop.storeId}`, { name: 'Moving', sharesAddresses });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  await share(true);
  const own = await order(app, shop, '21');
  const wallet = newEvmKey();
  // As Epusdt asks, in whole cents, and what it rounds to them.
  for (const micros of [21_150_000n, 21_151_200n]) {
    const transfer = await arrive(app, { to: placeOf(shop), micros, from: wallet.address });
    const unsigned = await claim(own.transId, transfer.txHash);
    expect(unsigned).toMatchObject({ state: 'waiting_for_merchant', signed: false });
    expect(unsigned.message, 'a signature would decide nothing').toBeUndefined();
    const signature = wallet.signMessage(claimMessage(own.transId, 'BEP20', transfer.txHash));
    expect(await claim(own.transId, transfer.txHash, { signature })).toMatchObject({ state: 'waiting_for_merchant', signed: true });
    expect(await stateOf(app, transfer)).toBe('unmatched');
    const [item] = (await shop.merchant.get('/transfers?state=unmatched')).json().content;
    expect(item.claims).toMatchObject([{ transId: own.transId, signed: true }]); // which the merchant sees
  }
  expect(await invoiceRow(app, own.transId)).toMatchObject({ status: 'WAITING', paid: 0n });

  await share(false);
  const transfer = await arrive(app, { to: placeOf(shop), micros: 21_150_000n, from: wallet.address });
  const signature = wallet.signMessage(claimMessage(own.transId, 'BEP20', transfer.txHash));
  expect(await claim(own.transId, transfer.txHash, { signature })).toMatchObject({ state: 'matched_this_invoice', signed: true });
});

test('what was mined before the invoice pays it with no signature, as matching never lets it', async () => {
  const shop = await openShop(app);
  const wallet = newEvmKey();
  const signed = async (transId: string, txHash: string) =>
    claim(transId, txHash, { signature: wallet.signMessage(claimMessage(transId, 'BEP20', txHash)) });
  const recordHead = (block: number) =>
    sql`insert into chain_cursors (network, head_block, clock_lag_ms) values ('BEP20', ${block}, 0)
        on conflict (network) do update set head_block = excluded.head_block, clock_lag_ms = 0`.execute(app.platform.db.query);
  const at = new Date(Date.now() - 20_000);
  const before = await arrive(app, { to: placeOf(shop), micros: ODD, from: wallet.address, at });
  await recordHead(before.blockNumber);
  const { transId } = await order(app, shop, '500');
  expect(await signed(transId, before.txHash)).toMatchObject({ state: 'too_early' });
  // By number alone: in a block that was known, whatever its time says; and by time alone, in a block above.
  const known = await arrive(app, { to: placeOf(shop), micros: ODD, from: wallet.address, block: before.blockNumber });
  expect(await signed(transId, known.txHash)).toMatchObject({ state: 'too_early' });
  const older = await arrive(app, { to: placeOf(shop), micros: ODD, from: wallet.address, at });
  expect(await signed(transId, older.txHash)).toMatchObject({ state: 'too_early' });
  for (const transfer of [before, known, older]) expect(await stateOf(app, transfer)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });

  const after = await arrive(app, { to: placeOf(shop), micros: ODD, from: wallet.address });
  expect(await signed(transId, after.txHash)).toMatchObject({ state: 'matched_this_invoice' });
  await sql`delete from chain_cursors`.execute(app.platform.db.query);
});

test('the reply reveals only what is public on the chain', async () => {
  const [shop, neighbour] = [await openShop(app), await openShop(app)];
  const { transId } = await order(app, shop, '100');
  const theirs = await order(app, neighbour, '40');
  // Paid to a neighbour, known to us or not; to an unwatched address; not at all.
  const known = await chain.pay('BEP20', placeOf(neighbour), rawOf('BEP20', theirs.payable));
  const elsewhere = await chain.pay('BEP20', '0x00000000000000000000000000000000000000bb', rawOf('BEP20', 5_000_000n));
  const nothing = { network: 'BEP20', signed: false };
  expect(await claim(transId, known.txHash)).toEqual({ ...nothing, state: 'other_address', tx_hash: known.txHash });
  expect(await claim(transId, elsewhere.txHash)).toEqual({ ...nothing, state: 'other_address', tx_hash: elsewhere.txHash });
  const unknown = `0x${'ab'.repeat(32)}`;
  expect(await claim(transId, unknown)).toEqual({ ...nothing, state: 'not_found_yet', tx_hash: unknown });
  // A network that the invoice does not offer is not asked: the nodes of all networks would be at a stranger's disposal.
  expect(await claim(transId, unknown, { network: 'POLYGON' })).toMatchObject({ code: 'invalid_value', errors: [{ path: 'network' }] });
  const old = await arrive(app, { to: placeOf(shop), micros: 99_000_000n, at: new Date(Date.now() - 3_600_000) });
  expect(await claim(transId, old.txHash)).toMatchObject({ state: 'too_early' });
  const { rows } = await sql`select 1 from transfer_claims c join invoices i on i.id = c.invoice_id where i.trans_id = ${transId}`.execute(
    app.platform.db.query,
  );
  expect(rows).toEqual([]);
  // A transfer that pays another invoice of the same address reads like one waiting for the merchant.
  const paid = await arrive(app, { to: placeOf(neighbour), micros: theirs.payable });
  const second = await order(app, neighbour, '41');
  expect(await claim(second.transId, paid.txHash)).toMatchObject({ state: 'waiting_for_merchant' });
  expect(await claim(theirs.transId, paid.txHash)).toMatchObject({ state: 'matched_this_invoice' });
});

test('malformed hashes are refused, and an invoice takes five claims', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  expect((await claim(transId, 'hello')).code).toBe('invalid_value');
  expect((await claim(transId, `0x${'ab'.repeat(32)}`, { network: 'SOLANA' })).code).toBe('invalid_value');
  expect((await claim('nobody', `0x${'ab'.repeat(32)}`)).code).toBe('not_found');
  for (let count = 1; count <= 6; count += 1) {
    const transfer = await arrive(app, { to: placeOf(shop), micros: 200_000_000n + BigInt(count) });
    const answer = await claim(transId, transfer.txHash);
    if (count <= 5) expect(answer).toMatchObject({ state: 'waiting_for_merchant' });
    else expect(answer.code).toBe('too_many_claims');
  }
});

test("a payment that every poll missed is found by the payer's hash", async () => {
  const shop = await openShop(app);
  app.services.chains.startWatching();
  const warm = await order(app, shop, '11');
  await chain.pay('BEP20', placeOf(shop), rawOf('BEP20', warm.payable));
  await until(async () => {
    await chain.mine();
    expect(await invoiceRow(app, warm.transId)).toMatchObject({ status: 'SUCCESS' });
  }, 40_000);

  const { transId, payable } = await order(app, shop, '22');
  const { txHash } = await chain.pay('BEP20', placeOf(shop), rawOf('BEP20', payable));
  await until(async () => expect(await invoiceRow(app, transId)).toMatchObject({ paid: payable }), 40_000);
  // As if no poll had ever found it.
  await sql`delete from invoice_transfers a using transfers t where t.id = a.transfer_id and t.tx_hash = ${txHash}`.execute(
    app.platform.db.query,
  );
  await sql`delete from transfers where tx_hash = ${txHash}`.execute(app.platform.db.query);
  await sql`update invoices set paid = 0, status = 'WAITING', version = version + 1 where trans_id = ${transId}`.execute(
    app.platform.db.query,
  );
  await chain.mine(3);
  expect(await claim(transId, txHash)).toMatchObject({ state: 'being_read', amount: '22.110000' });
  await until(async () => {
    await chain.mine();
    expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: payable });
  }, 40_000);
  expect(await claim(transId, txHash)).toMatchObject({ state: 'matched_this_invoice' });
}, 120_000);
