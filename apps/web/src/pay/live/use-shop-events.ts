import { useEffect, useRef } from 'react';
import { postToParent, useFrame } from '../../lib/embed/embedded';
import type { CheckoutEvent } from '../../lib/embed/messages';
import type { Screen } from '../screen';

/** What the shop around the page hears of this state; seen once, then confirming. */
function eventOf(screen: Screen, wasSeen: boolean): CheckoutEvent | undefined {
  if (screen.kind === 'loading' || screen.view === undefined) return undefined;
  const { trans_id, paid, network, tx_hash, confirmations, confirmations_needed } = screen.view;
  switch (screen.kind) {
    case 'processing':
      return { type: wasSeen ? 'confirming' : 'seen', trans_id, paid, network, tx_hash, confirmations, confirmations_needed };
    case 'success':
      return { type: 'paid', trans_id, paid, network, tx_hash };
    case 'expired':
      return { type: 'expired', trans_id };
    case 'pay':
    case 'ask':
    case 'taken':
      return undefined;
  }
}

/** Each change once, although the same state is read again and again. */
export function useShopEvents(transId: string | undefined, screen: Screen): void {
  const told = useRef<string>(undefined);
  const wasSeen = useRef(false);
  useFrame({ trans_id: transId });
  useEffect(() => {
    const state = JSON.stringify(eventOf(screen, true));
    if (state === told.current) return;
    told.current = state;
    const event = eventOf(screen, wasSeen.current);
    if (event === undefined) return;
    wasSeen.current ||= event.type === 'seen';
    postToParent(event);
  }, [screen]);
}
