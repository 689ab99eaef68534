import { Button } from '@stablegate/ui';
import { useState } from 'react';
import { BrandMark } from './brand';

/**
 * Shown when not even the texts could be fetched, so its own are not translated. The specification only logs this; users still get a retry
 * instead of a white page.
 */
export function StartFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <main className="splash px-gutter">
      <div className="grid max-w-auth justify-items-center gap-3 text-center" role="alert">
        <BrandMark />
        <h1 className="page-title">Stablegate could not be opened</h1>
        <p className="text-muted">The server did not answer. Nothing is lost: please check your connection and try again.</p>
        <Button variant="primary" busy={isBusy} onClick={() => void retry()}>
          Retry
        </Button>
      </div>
    </main>
  );
}
