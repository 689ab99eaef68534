import type { PaymentView } from '@stablegate/contract';

/** Specification 2: the base of all calls; written out, because this page takes no code from the contract. */
const API_BASE = '/api/v1';
const CHECK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

export type Watched = {
  readonly view: PaymentView | undefined;
  /** By this device's clock. */
  readonly checkedAt: number | undefined;
  readonly isFailing: boolean;
  readonly isUnknown: boolean;
};
export const NOTHING_YET: Watched = { view: undefined, checkedAt: undefined, isFailing: false, isUnknown: false };

async function ask(transId: string, signal: AbortSignal): Promise<Partial<Watched>> {
  const response = await fetch(`${API_BASE}/payment/${transId}`, { signal, cache: 'no-store' });
  if (response.status === 404) return { isUnknown: true, isFailing: false };
  if (!response.ok) return { isFailing: true };
  const reply: { status?: string; data?: PaymentView } = await response.json();
  if (reply.status !== 'success' || !Array.isArray(reply.data?.networks)) return { isFailing: true };
  return { view: reply.data, checkedAt: Date.now(), isFailing: false };
}

export type InvoiceWatch = { readonly checkNow: () => void; readonly stop: () => void };

/**
 * Asks at once and then every 5 seconds, until the invoice is paid or unknown: also after expiry, because late money is still found.
 * This is the one place where news come in: a live channel only has to call `checkNow` when it hears of a change.
 */
export function watchInvoice(transId: string, onChange: (next: Watched) => void): InvoiceWatch {
  let known = NOTHING_YET;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let isStopped = false;

  const take = (news: Partial<Watched>) => {
    // An answer that was overtaken by a newer one tells nothing new.
    const isOld = news.view !== undefined && known.view !== undefined && news.view.version < known.view.version;
    known = isOld ? { ...known, isFailing: false } : { ...known, ...news };
    onChange(known);
  };
  const check = async () => {
    clearTimeout(timer);
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const giveUp = setTimeout(() => mine.abort(), ANSWER_WITHIN_MS);
    const news = await ask(transId, mine.signal).catch(() => ({ isFailing: true }));
    clearTimeout(giveUp);
    if (isStopped || running !== mine) return;
    take(news);
    if (!known.isUnknown && known.view?.status !== 'success') timer = setTimeout(() => void check(), CHECK_EVERY_MS);
  };
  void check();
  return {
    checkNow: () => void check(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      running?.abort();
    },
  };
}
