import type { PaymentView, TakenBack } from '@stablegate/contract';
import { monitoringEnd } from '@stablegate/rules';
import type { Watched } from './live/invoice-watch';
import { showMicros, toMicros } from './micros';

type Received = { readonly paid: string; readonly percent: string };
type Rest = { readonly paid: string; readonly missing: string };
export type Screen =
  | { readonly kind: 'loading'; readonly isFailing: boolean; readonly isInvalid: boolean }
  | { readonly kind: 'pay'; readonly view: PaymentView; readonly amount: string; readonly part: Received | undefined }
  /** Partly paid, and no amount is free that would distinguish the remainder from other payments. */
  | { readonly kind: 'ask'; readonly view: PaymentView; readonly part: Received }
  /** A reorganisation removed the transfer: nothing may invite the payer to send a second time. */
  | { readonly kind: 'taken'; readonly view: PaymentView; readonly taken: TakenBack; readonly amount: string | undefined }
  | { readonly kind: 'processing'; readonly view: PaymentView; readonly paid: string }
  | { readonly kind: 'success'; readonly view: PaymentView; readonly paid: string; readonly over: string | undefined }
  | { readonly kind: 'expired'; readonly view: PaymentView | undefined; readonly part: Rest | undefined; readonly isWatched: boolean };

/** The server's clock decides that the time is over, even before the server has closed the invoice. */
const isOver = (view: PaymentView): boolean => Date.parse(view.server_time) >= Date.parse(view.expires_at);

/** Late money is monitored this long: the page must not promise more. */
const isWatched = (view: PaymentView): boolean =>
  view.status !== 'failed' && new Date(view.server_time) < monitoringEnd(new Date(view.expires_at));

function payScreen(view: PaymentView, paid: bigint): Screen {
  if (paid === 0n) return { kind: 'pay', view, amount: view.amount, part: undefined };
  const total = toMicros(view.amount);
  const percent = total === 0n ? 0n : (paid * 100n) / total;
  const part = { paid: showMicros(paid), percent: `${percent}%` };
  return view.due_exact === false ? { kind: 'ask', view, part } : { kind: 'pay', view, amount: view.due, part };
}

function openScreen(view: PaymentView, paid: bigint): Screen {
  const screen = payScreen(view, paid);
  if (view.taken_back === undefined) return screen;
  return { kind: 'taken', view, taken: view.taken_back, amount: screen.kind === 'pay' ? screen.amount : undefined };
}

function viewScreen(view: PaymentView): Screen {
  const [paid, amount] = [toMicros(view.paid), toMicros(view.amount)];
  const part = paid > 0n && paid < amount ? { paid: showMicros(paid), missing: showMicros(amount - paid) } : undefined;
  const expired: Screen = { kind: 'expired', view, part, isWatched: isWatched(view) };
  switch (view.status) {
    case 'success':
      return { kind: 'success', view, paid: showMicros(paid), over: paid > amount ? showMicros(paid - amount) : undefined };
    case 'processing':
      return { kind: 'processing', view, paid: showMicros(paid) };
    case 'waiting':
      return isOver(view) ? expired : openScreen(view, paid);
    case 'expired':
    case 'failed':
      return expired;
  }
}

/** What the page shows. A failing network or server is never an outcome: the last known answer stays. */
export function screenOf(watched: Watched): Screen {
  if (watched.isUnknown) return { kind: 'expired', view: undefined, part: undefined, isWatched: false };
  return watched.view === undefined
    ? { kind: 'loading', isFailing: watched.isFailing, isInvalid: watched.isInvalid }
    : viewScreen(watched.view);
}

/** Unmatched money can be claimed as long as the invoice is watched. */
export const canClaim = (screen: Screen): boolean =>
  screen.kind === 'pay' || screen.kind === 'ask' || screen.kind === 'taken' || (screen.kind === 'expired' && screen.isWatched);

/** The shop's URL for the outcome; no link without one. */
export function returnUrl(screen: Screen): string | undefined {
  if (screen.kind === 'loading' || screen.view === undefined) return undefined;
  const { success_url, cancel_url } = screen.view;
  return (screen.kind === 'success' || screen.kind === 'processing' ? success_url : cancel_url) ?? undefined;
}
