import { Account } from './account';
import { Invoice, type Payment } from './invoice';
import { type Block, CENT, invoicePaidBy, isChosen, isConfusable, isOlder, mayAsk, remainderOf, type takeable } from './rules';

/** Where a transfer of the chain ended. */
export type Place = 'matched' | 'unmatched' | 'ignored';
export type Sent = Payment & {
  readonly id: string;
  /** EVM networks share an address. */
  readonly address: string;
  place: Place;
  invoice: Invoice | undefined;
};
export type Merchant = {
  readonly name: string;
  readonly account: Account;
  readonly invoices: Invoice[];
  readonly sent: Sent[];
  /** From which percentage of the payable amount members may accept. */
  memberFloor: number;
  /** Whether the merchant's server answers 500. */
  isDown: boolean;
};
type Order = Omit<ConstructorParameters<typeof Invoice>[0], 'account'> & {
  readonly merchant: Merchant;
  readonly addresses: readonly string[];
  readonly isByStranger: boolean;
  readonly sum: bigint;
};

export const newMerchant = (name: string, balance: bigint): Merchant => ({
  name,
  account: new Account(balance),
  invoices: [],
  sent: [],
  memberFloor: 0,
  isDown: false,
});

/** What the product must do, operation by operation; nothing here asks it. */
export class Model {
  private readonly addressesOf = new Map<Invoice, readonly string[]>();
  readonly strangers = new Set<Invoice>();

  watchedAt(address: string): Invoice[] {
    return [...this.addressesOf].filter(([invoice, at]) => invoice.watched && at.includes(address)).map(([invoice]) => invoice);
  }

  addressesFor(invoice: Invoice): readonly string[] {
    return this.addressesOf.get(invoice) ?? [];
  }

  /** For the remainder of this invoice. */
  private isFree(invoice: Invoice, micros: bigint): boolean {
    if (invoice.payable % CENT !== 0n && micros % CENT === 0n) return false;
    return !this.addressesFor(invoice).some((address) => this.watchedAt(address).some(({ reserved }) => reserved.includes(micros)));
  }

  /** The product has chosen the amount: whether it was allowed to. */
  create({ merchant, addresses, isByStranger, sum, ...order }: Order): Invoice {
    const others = addresses.flatMap((address) => this.watchedAt(address));
    const isOdd = isChosen(order.price, isByStranger || order.isTopUp);
    const isFree = (micros: bigint): boolean =>
      !others.some((other) => other.reserved.includes(micros) || isConfusable(micros, other)) && !(isOdd && micros % CENT === 0n);
    if (!mayAsk(order.payable, sum, isFree)) throw new Error(`may not ask ${order.payable} for ${sum}`);
    return this.add({ merchant, addresses, isByStranger, sum, ...order });
  }

  /** The product has taken over one of these amounts, as all others are in use. */
  takeOver(order: Order, amounts: ReturnType<typeof takeable<Invoice>>): Invoice {
    const [, loser] = amounts.find(([micros]) => micros === order.payable) ?? [];
    if (loser === undefined) throw new Error(`may not take over ${order.payable}`);
    loser.lost.push(order.payable);
    return this.add(order);
  }

  private add({ merchant, addresses, isByStranger, sum: _, ...order }: Order): Invoice {
    const invoice = new Invoice({ ...order, account: merchant.account });
    if (!invoice.account.hold(order.fee)) throw new Error('an invoice whose fee the balance does not cover');
    this.addressesOf.set(invoice, addresses);
    merchant.invoices.push(invoice);
    if (isByStranger) this.strangers.add(invoice);
    return invoice;
  }

  /** A block with these transfers, in this order. An invoice that is not older than it is as good as none. */
  arrive(merchant: Merchant, sent: readonly Sent[], block: Block, now: number): void {
    for (const each of sent) {
      merchant.sent.push(each);
      const older = this.watchedAt(each.address).filter((invoice) => isOlder(invoice, block));
      const invoice = invoicePaidBy(each.micros, older);
      if (invoice !== undefined) this.attach(each, invoice, now);
    }
  }

  attach(sent: Sent, invoice: Invoice, now: number): void {
    sent.place = 'matched';
    sent.invoice = invoice;
    invoice.payments.push(sent);
    this.settle(invoice, now);
  }

  detach(sent: Sent, now: number): void {
    const { invoice } = sent;
    if (invoice === undefined) throw new Error('a transfer without an invoice');
    invoice.payments.splice(invoice.payments.indexOf(sent), 1);
    sent.place = 'unmatched';
    sent.invoice = undefined;
    this.settle(invoice, now);
  }

  settle(invoice: Invoice, now: number): void {
    const before = invoice.paid;
    invoice.settle(now);
    if (invoice.paid === before && invoice.status !== 'SUCCESS') return;
    invoice.due = undefined;
    const sum = remainderOf(invoice.payable - invoice.paid);
    if (invoice.isAsked && this.isFree(invoice, sum)) invoice.due = sum; // the next transfer of the block may be it
  }

  /** The product names an amount for what is missing: whether it may. With a tail, it is known only now. */
  learnDue(invoice: Invoice, due: bigint): void {
    if (invoice.due === due) return;
    const sum = remainderOf(invoice.payable - invoice.paid);
    const isFree = (micros: bigint) => this.isFree(invoice, micros);
    if (invoice.due !== undefined || !mayAsk(due, sum, isFree)) throw new Error(`may not ask the remainder ${due} for ${sum}`);
    invoice.due = due;
  }

  /** Time has passed, and every block is read. */
  sweep(merchants: readonly Merchant[], now: number): void {
    for (const invoice of merchants.flatMap(({ invoices }) => invoices)) {
      if (invoice.status === 'WAITING' && invoice.expiresAt < now) invoice.expire(now);
      const isPending = invoice.status === 'PROCESSING' || invoice.payments.some(({ live, final }) => live && !final);
      if (!invoice.watched || isPending || invoice.monitoredUntil >= now) continue;
      invoice.watched = false;
      invoice.due = undefined;
      if (invoice.status === 'EXPIRED' && invoice.paid === 0n && invoice.payments.some(({ live }) => !live)) invoice.status = 'FAILED';
    }
  }
}
