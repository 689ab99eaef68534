import type { PaymentView } from '@stablegate/contract';
import { zoned } from '../../lib/time/zoned';
import { showMicros, toMicros } from '../micros';
import { clockOffset } from './countdown';

/** Specification 2: the base of all calls; a literal, because this page imports no code from the contract. */
export const API_BASE = '/api/v1';
const CHECK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

export type Watched = {
  readonly view: PaymentView | undefined;
  /** When it was last known to be current, by this device's clock. */
  readonly checkedAt: number | undefined;
  /** How far the server's clock is ahead of this device's. */
  readonly offset: number;
  readonly isFailing: boolean;
  readonly isUnknown: boolean;
  /** It answered, but not with an invoice. */
  readonly isInvalid: boolean;
};
export const NOTHING_YET: Watched = {
  view: undefined,
  checkedAt: undefined,
  offset: 0,
  isFailing: false,
  isUnknown: false,
  isInvalid: false,
};

async function ask(transId: string, signal: AbortSignal): Promise<Partial<Watched>> {
  const response = await fetch(`${API_BASE}/payment/${transId}`, { signal, cache: 'no-store' });
  if (response.status === 404) return { isUnknown: true, isFailing: false };
  if (!response.ok) return { isFailing: true, isInvalid: false };
  const reply: { status?: string; data?: PaymentView } | null = await response.json().catch(() => null);
  if (reply?.status !== 'success' || !Array.isArray(reply.data?.networks)) return { isFailing: true, isInvalid: true };
  try {
    return seen(reply.data);
  } catch {
    return { isFailing: true, isInvalid: true };
  }
}

/** Of what the specification's view leaves out: nothing has arrived, or all of it, by this device's clock. */
const presumedFields = (status: string, amount: string, now: string) => ({
  ...{ trans_id: '', name: '', store: 'Stablegate', currency: 'USDT', due: amount, server_time: now, created_at: now },
  paid: status === 'success' || status === 'processing' ? amount : '0',
});

/** Specification 2, section 4: whatever is neither paid nor over is to be paid. */
const OTHERS = ['processing', 'success', 'expired', 'failed'] as const;
const statusOf = (told: unknown): PaymentView['status'] => OTHERS.find((each) => each === String(told).toLowerCase()) ?? 'waiting';

/** With four decimals, however it came. */
const written = (amount: unknown): string => showMicros(toMicros(String(amount)));

/** Every answer comes through here: written into the page, asked for, or told by the live channel. */
export function seen(answer: PaymentView) {
  const [status, amount] = [statusOf(answer.status), written(answer.amount)];
  const given = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)) as PaymentView;
  const told = {
    ...presumedFields(status, amount, new Date().toISOString()),
    ...{ description: null, success_url: null, cancel_url: null },
    ...given,
  };
  const { due, created_at, expires_at } = told;
  // An empty address leads nowhere: the invoice has none.
  const shop = { success_url: told.success_url || null, cancel_url: told.cancel_url || null };
  const times = { created_at: zoned(created_at), expires_at: zoned(expires_at) };
  const view: PaymentView = { ...told, ...shop, ...times, status, amount, due: written(due) };
  return { view, checkedAt: Date.now(), offset: clockOffset(view, Date.now()), isFailing: false, isUnknown: false, isInvalid: false };
}

/** Specification 2: only when the invoice has a success_url and is not yet paid. */
const wantsLive = ({ view }: Watched): boolean => typeof view?.success_url === 'string' && view.status !== 'success';

export type InvoiceWatch = { readonly checkNow: () => void; readonly stop: () => void };

/**
 * Polls immediately, even with a first state, which may be as old as the page took to load; and again after 5 seconds without an update,
 * until the invoice is paid or unknown: also after expiry, because late money is still found. While the live channel works it does not
 * poll; when the channel is lost it polls immediately.
 */
export function watchInvoice(transId: string, onChange: (next: Watched) => void, first?: PaymentView): InvoiceWatch {
  let known: Watched = { ...NOTHING_YET, ...(first === undefined ? {} : seen(first)) };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let channel: { stop(): void } | 'loading' | undefined;
  let isStopped = false;

  const take = (update: Partial<Watched>) => {
    if (isStopped) return;
    // A superseded answer is ignored.
    const isOld = update.view !== undefined && known.view !== undefined && update.view.version < known.view.version;
    known = isOld ? { ...known, isFailing: false } : { ...known, ...update };
    onChange(known);
    clearTimeout(timer);
    if (known.isUnknown || known.view?.status === 'success') return closeChannel();
    timer = setTimeout(() => void check(), CHECK_EVERY_MS);
    if (channel === undefined && wantsLive(known)) void openChannel();
  };
  const check = async (): Promise<number | undefined> => {
    clearTimeout(timer);
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const giveUp = setTimeout(() => mine.abort(), ANSWER_WITHIN_MS);
    const update = await ask(transId, mine.signal).catch(() => ({ isFailing: true }));
    clearTimeout(giveUp);
    if (running === mine) take(update);
    return known.view?.version;
  };
  /** A separate chunk, fetched when the page is rendered: without it, or without a socket, the page polls. */
  const openChannel = async () => {
    channel = 'loading';
    const loaded = await import('../../lib/api/live-channel').catch(() => undefined);
    if (isStopped || loaded === undefined || !wantsLive(known)) return;
    channel = loaded.openLiveChannel(
      {
        transId,
        readVersion: check,
        // A message may have only what has changed (specification 2, section 7); the rest is asked for.
        onView: (view) => {
          const server_time = view.server_time ?? new Date(Date.now() + known.offset).toISOString();
          take(seen({ ...known.view, ...view, server_time }));
          if (view.version === undefined) void check();
        },
        onBeat: () => take({ checkedAt: Date.now(), isFailing: false }),
        onLost: () => void check(),
      },
      known.view?.version,
    );
  };
  const closeChannel = () => {
    if (typeof channel === 'object') channel.stop();
    channel = undefined;
  };
  void check();
  return {
    checkNow: () => void check(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      running?.abort();
      closeChannel();
    },
  };
}
