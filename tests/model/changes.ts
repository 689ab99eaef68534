import type { Invoice } from './invoice';

/** Which invoices the last operation changed, according to the model. */
export class Changes {
  private readonly known = new Map<Invoice, string>();

  has(invoice: Invoice): boolean {
    const { status, paid, cancelled, reversed, accepted, watched, payments } = invoice;
    const state = [status, paid, cancelled, reversed, accepted, watched, ...payments.map(({ live, final }) => `${live}${final}`)].join();
    const hasChanged = this.known.get(invoice) !== state;
    this.known.set(invoice, state);
    return hasChanged;
  }
}
