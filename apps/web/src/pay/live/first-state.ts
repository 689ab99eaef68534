import type { Language, PaymentView } from '@stablegate/contract';

/** Written into the page by the server, so that the first paint needs no call: see apps/server/src/http/ssr/bill-page.ts. */
export type FirstState = {
  readonly view: PaymentView;
  readonly lang: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly languages: readonly Language[];
};

/** Absent when the server could not read the invoice: then the page requests it. */
export function readFirstState(): FirstState | undefined {
  const text = document.getElementById('first-state')?.textContent;
  return text ? (JSON.parse(text) as FirstState) : undefined;
}
