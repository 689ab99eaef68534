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
// Rendered again instead of hydrated: clock and time zone differ, and the same content replaces the server's in one step.
createRoot(container).render(
  <StrictMode>
    <PayPage transId={transIdOf(window.location.pathname)} first={first} />
  </StrictMode>,
);
