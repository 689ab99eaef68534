import type { Invoice, Told } from './invoice';

type Expected = { readonly event: Told; hasArrived: boolean };

/** What a merchant's server must have heard about each invoice: every event once and in order, or again when asked for. */
export class Callbacks {
  private readonly expected = new Map<Invoice, Expected[]>();
  private readonly known = new Map<Invoice, number>();

  /** Invoices of links and top-ups have no callback_url. */
  listen(invoice: Invoice): void {
    this.expected.set(invoice, []);
  }

  /** Takes note of what the invoice has to tell since the last time. */
  follow(invoice: Invoice, isDown: boolean): void {
    const expected = this.expected.get(invoice);
    if (expected === undefined) return;
    for (const event of invoice.told.slice(this.known.get(invoice) ?? 0)) {
      if (event === 'completed') this.forget(invoice, 'expired');
      expected.push({ event, hasArrived: !isDown });
    }
    this.known.set(invoice, invoice.told.length);
  }

  /** An undelivered `expired` never arrives after `completed`. */
  private forget(invoice: Invoice, event: Told): void {
    const kept = this.expected.get(invoice)?.filter((each) => each.hasArrived || each.event !== event) ?? [];
    this.expected.get(invoice)?.splice(0, Number.POSITIVE_INFINITY, ...kept);
  }

  /** False: there is nothing to send again. */
  resend(invoice: Invoice, isDown: boolean): boolean {
    const expected = this.expected.get(invoice) ?? [];
    const last = expected.at(-1);
    if (last?.hasArrived) expected.push({ event: last.event, hasArrived: !isDown });
    return last !== undefined;
  }

  /** The server is up again, and everything that waited arrives. */
  recover(invoices: readonly Invoice[]): void {
    for (const each of invoices.flatMap((invoice) => this.expected.get(invoice) ?? [])) each.hasArrived = true;
  }

  arrived(invoice: Invoice): readonly Told[] {
    return (this.expected.get(invoice) ?? []).filter(({ hasArrived }) => hasArrived).map(({ event }) => event);
  }
}
