import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './pay.css';
import { readFirstState } from './live/first-state';
import { PayPage } from './pay-page';
import { startTexts } from './texts';
import { transIdOf } from './trans-id';

const container = document.getElementById('root');
if (container === null) throw new Error('pay.html has no #root');

const first = readFirstState();
void startTexts(first);
// Not hydrated but drawn anew: the clock and the time zone differ, and the same picture takes the place of the server's in one step.
createRoot(container).render(
  <StrictMode>
    <PayPage transId={transIdOf(window.location.pathname)} first={first} />
  </StrictMode>,
);
