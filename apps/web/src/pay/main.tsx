import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from '../lib/react-root';
import './pay.css';
import { keepServerRenderedQr } from './bill/address-card';
import { targetOf } from './bill/networks';
import { readFirstState } from './live/first-state';
import { PayPage } from './pay-page';
import { startTexts } from './texts';
import { transIdOf } from './trans-id';

const container = document.getElementById('root');
if (container === null) throw new Error('pay.html has no #root');

/** In a task of its own: on a slow phone, loading the modules has taken one already. */
function start(root: HTMLElement): void {
  const first = readFirstState();
  startTexts(first);
  const page = (
    <StrictMode>
      <PayPage transId={transIdOf(window.location.pathname)} first={first} />
    </StrictMode>
  );
  // A transition is worked off in slices of 5 ms: the page can be scrolled meanwhile, and a press hydrates at once what it is meant for.
  startTransition(() => {
    if (first === undefined) return createRoot(root).render(page);
    keepServerRenderedQr(targetOf(first.view.networks, undefined)?.address ?? '');
    hydrateRoot(root, page);
  });
}
setTimeout(() => start(container));
