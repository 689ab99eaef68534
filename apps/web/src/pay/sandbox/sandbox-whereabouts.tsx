import type { Whereabouts as Found, Network, PaymentView } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { shortened } from '../bill/address';
import { API_BASE } from '../live/invoice-watch';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';

export type Sent = { readonly network: Network; readonly txHash: string; readonly blockHeight: number };

/** A block comes every second, and a reorganisation may change the answer at any time. */
const ASK_EVERY_MS = 1_000;

async function ask({ network, txHash, blockHeight }: Sent, signal: AbortSignal): Promise<Found> {
  const response = await fetch(`${API_BASE}/sandbox/transfers/${txHash}?network=${network}&blockHeight=${blockHeight}`, { signal });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

function textOf({ state, amount, transId }: Found['transfers'][number], view: PaymentView): string {
  const values = { amount: showMicros(toMicros(amount)) };
  if (state === 'reorged') return t('{{amount}} USDT: reversed together with its block.', values);
  if (state === 'unmatched') return t('{{amount}} USDT: in the inbox; it is not certain which invoice it is for.', values);
  if (state === 'ignored') return t('{{amount}} USDT: dismissed by the merchant.', values);
  if (transId === null) return t('Mined, being read…');
  if (transId !== view.trans_id) return t('{{amount}} USDT: counts for another invoice.', values);
  if (view.status === 'success') return t('{{amount}} USDT: counts for this invoice, which is completed.', values);
  return view.status === 'processing'
    ? t('{{amount}} USDT: counts for this invoice, being confirmed.', values)
    : t('{{amount}} USDT: counted as a partial payment of this invoice.', values);
}

function textsOf(found: Found | undefined, view: PaymentView): readonly string[] {
  if (found === undefined) return [t('Mined, being read…')];
  if (found.transfers.length > 0) return found.transfers.map((transfer) => textOf(transfer, view));
  return [found.isRead ? t('Ignored: another token, or no amount at all. Only USDT counts.') : t('Mined, being read…')];
}

/** Where the money of the last button went: from the recorded transfers, not from the button's intention. */
export function Whereabouts({ sent, view }: { sent: readonly Sent[]; view: PaymentView }) {
  const [known, setKnown] = useState<ReadonlyMap<string, Found>>(new Map());
  useEffect(() => {
    if (sent.length === 0) return;
    const stop = new AbortController();
    const askAll = async () => {
      const found = await Promise.all(sent.map(async (each) => [each.txHash, await ask(each, stop.signal)] as const));
      setKnown(new Map(found));
    };
    const look = () => void askAll().catch(() => undefined); // the next poll follows in a second
    look();
    const timer = setInterval(look, ASK_EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [sent]);
  if (sent.length === 0) return null;
  return (
    <ul className="sandbox-where" aria-label={t('Where the money went')} aria-live="polite">
      {sent.map(({ txHash }) => (
        <li key={txHash}>
          <bdi className="mono">{shortened(txHash)}</bdi>
          {textsOf(known.get(txHash), view).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </li>
      ))}
    </ul>
  );
}
