import type { Language, PaymentView } from '@stablegate/contract';

/** What the server writes into the page, so that the first picture needs no call: see apps/server/src/http/bill-page.ts. */
export type FirstState = {
  readonly view: PaymentView;
  readonly lang: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly languages: readonly Language[];
};

/** Absent when the server could not read the invoice: then the page asks for itself. */
export function readFirstState(): FirstState | undefined {
  const text = document.getElementById('first-state')?.textContent;
  return text ? (JSON.parse(text) as FirstState) : undefined;
}
