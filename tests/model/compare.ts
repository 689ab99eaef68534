import { expect } from 'vitest';
import type { Invoice } from './invoice';
import type { Sent } from './model';
import { dollars, type Scene } from './scene';
import type { Owner } from './world';

const PAGE = 100;
const said = ({ transId, status }: Invoice): string => `${transId} ${status}`;
const stateOf = ({ live, place }: Sent): string => (live ? place : 'reorged');

/** What the owner sees of an invoice; of a top-up, what its page shows. */
async function compareInvoice({ world, model }: Scene, { browser }: Owner, invoice: Invoice): Promise<void> {
  const { transId, status, paid, fee, payable, isPartlyPaid, cancelled, reversed, isAsked } = invoice;
  if (invoice.isTopUp) {
    const { data } = await world.get(`/payment/${transId}`, browser);
    expect({ status: data.status, paid: data.paid }, transId).toEqual({ status: status.toLowerCase(), paid: dollars(paid) });
    return;
  }
  const shown = await world.get(`/invoice/${transId}`, browser);
  const found = {
    status: shown.status,
    paid: shown.paid,
    fee: shown.fee,
    payable: shown.payable,
    cancelled: shown.flags.includes('cancelled'),
    reversed: shown.flags.includes('reversed'),
    transfers: shown.transfers.map((each: { id: string; state: string }) => `${each.id} ${each.state}`).sort(),
    isAsked: isPartlyPaid && status !== 'SUCCESS' ? shown.dueExact : isAsked,
  };
  const transfers = invoice.payments.map((payment) => `${(payment as Sent).id} ${stateOf(payment as Sent)}`).sort();
  const expected = { status, paid: dollars(paid), fee: dollars(fee), payable: dollars(payable), cancelled, reversed, transfers, isAsked };
  expect(found, transId).toEqual(expected);
  if (isAsked) model.learnDue(invoice, BigInt(shown.due.replace('.', '')));
}

async function compareMoney({ world }: Scene, { browser, merchant }: Owner): Promise<void> {
  const { available, held } = await world.get('/transaction-logs/forecast', browser);
  const { account } = merchant;
  expect({ available, held }, `money of ${merchant.name}`).toEqual({ available: dollars(account.available), held: dollars(account.held) });
}

async function compareTransfers({ world }: Scene, { browser, merchant }: Owner): Promise<void> {
  const { content } = await world.get(`/transfers?page=0&size=${PAGE}`, browser);
  const known = new Map(merchant.sent.slice(-PAGE).map((sent) => [sent.id, stateOf(sent)]));
  for (const { id, state } of content as { id: string; state: string }[]) {
    if (known.has(id)) expect(`${id} ${state}`).toBe(`${id} ${known.get(id)}`);
  }
}

async function compareList({ world }: Scene, { browser, merchant }: Owner): Promise<void> {
  const { content } = await world.get(`/invoice?page=0&size=${PAGE}`, browser);
  const listed = (content as Invoice[]).map(said);
  const expected = merchant.invoices.filter(({ isTopUp }) => !isTopUp).slice(-listed.length);
  expect(listed.sort()).toEqual(expected.map(said).sort());
}

/** As soon as everything that should arrive has; what should not is found by a later comparison. */
async function compareCallbacks({ callbacks, world }: Scene, { heard, merchant }: Owner, invoices: readonly Invoice[]): Promise<void> {
  for (const invoice of invoices) {
    const expected = callbacks.arrived(invoice);
    const found = () => heard.get(invoice.transId) ?? [];
    if (found().length < expected.length) await world.waitFor(() => found().length >= expected.length);
    expect(
      found().map(({ event }) => event),
      `callbacks of ${invoice.transId} to ${merchant.name}`,
    ).toEqual(expected);
    // Sent again, an event keeps its id.
    expect(new Set(found().map(({ event, webhookId }) => `${event} ${webhookId}`)).size).toBe(new Set(expected).size);
  }
}

/** After each operation: the invoices that it changed, and what shows several at once. */
export async function compare(scene: Scene, owner: Owner): Promise<void> {
  const { invoices, isDown } = owner.merchant;
  for (const invoice of invoices) scene.callbacks.follow(invoice, isDown);
  const changed = invoices.filter((invoice) => scene.changes.has(invoice));
  for (const invoice of changed) await compareInvoice(scene, owner, invoice);
  await compareMoney(scene, owner);
  await compareList(scene, owner);
  await compareTransfers(scene, owner);
  await compareCallbacks(scene, owner, [...changed, ...invoices.slice(-OF_LATE)]);
}
const OF_LATE = 40;

/** At the end, everything. */
export async function compareAll(scene: Scene, owner: Owner): Promise<void> {
  const { invoices } = owner.merchant;
  for (const invoice of invoices) await compareInvoice(scene, owner, invoice);
  await compareMoney(scene, owner);
  await compareCallbacks(scene, owner, invoices);
}
