import type { Invoice, InvoiceEvent } from './invoice';

/** `held`: cancelled by a reversal before it arrived, until the payment is restored. */
type Expected = { readonly event: InvoiceEvent; state: 'arrived' | 'waiting' | 'held' };

function move(expected: readonly Expected[], from: Expected['state'], to: Expected['state']): void {
  for (const each of expected) if (each.state === from) each.state = to;
}
const sentNow = (event: InvoiceEvent, isDown: boolean): Expected => ({ event, state: isDown ? 'waiting' : 'arrived' });

/** What a merchant's server must have heard about each invoice: every event once and in order, or again when asked for. */
export class Callbacks {
  private readonly expected = new Map<Invoice, Expected[]>();
  private readonly known = new Map<Invoice, number>();

  /** Invoices of links and top-ups have no callback_url. */
  listen(invoice: Invoice): void {
    this.expected.set(invoice, []);
  }

  /** Takes note of the invoice's events since the last time. */
  follow(invoice: Invoice, isDown: boolean): void {
    const expected = this.expected.get(invoice);
    if (expected === undefined) return;
    const news = invoice.events.slice(this.known.get(invoice) ?? 0);
    this.known.set(invoice, invoice.events.length);
    for (const event of news) {
      if (event === 'reversed') move(expected, 'waiting', 'held');
      else if (event === 'restored') move(expected, 'held', isDown ? 'waiting' : 'arrived');
      else expected.splice(0, expected.length, ...expected.filter(({ state }) => state === 'arrived'), sentNow(event, isDown));
    }
  }

  /** False: there is nothing to send again, or it is no longer true. */
  resend(invoice: Invoice, isDown: boolean): boolean {
    const expected = this.expected.get(invoice) ?? [];
    const last = expected.at(-1);
    if (last === undefined || invoice.reversed) return false;
    if (last.state === 'arrived') expected.push(sentNow(last.event, isDown));
    return true;
  }

  /** The server is up again, and everything that waited arrives. */
  recover(invoices: readonly Invoice[]): void {
    for (const invoice of invoices) move(this.expected.get(invoice) ?? [], 'waiting', 'arrived');
  }

  arrived(invoice: Invoice): readonly InvoiceEvent[] {
    return (this.expected.get(invoice) ?? []).filter(({ state }) => state === 'arrived').map(({ event }) => event);
  }
}
