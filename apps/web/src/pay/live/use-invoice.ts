import type { PaymentView } from '@stablegate/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type InvoiceWatch, NOTHING_YET, seen, type Watched, watchInvoice } from './invoice-watch';

export function useInvoice(transId: string | undefined, first: PaymentView | undefined): { watched: Watched; checkNow: () => void } {
  const [watched, setWatched] = useState<Watched>(() => ({
    ...NOTHING_YET,
    ...(first === undefined ? { isUnknown: transId === undefined } : seen(first)),
  }));
  const watch = useRef<InvoiceWatch>(undefined);
  useEffect(() => {
    if (transId === undefined) return;
    const running = watchInvoice(transId, setWatched, first);
    watch.current = running;
    // A phone that returns from the wallet app, or from a tunnel, polls immediately.
    const onReturn = () => document.visibilityState === 'visible' && running.checkNow();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
      running.stop();
    };
  }, [transId, first]);
  return { watched, checkNow: useCallback(() => watch.current?.checkNow(), []) };
}
