import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './pay.css';
import { PayPage } from './pay-page';
import { startTexts } from './texts';
import { transIdOf } from './trans-id';

const container = document.getElementById('root');
if (container === null) throw new Error('pay.html has no #root');

void startTexts();
createRoot(container).render(
  <StrictMode>
    <PayPage transId={transIdOf(window.location.pathname)} />
  </StrictMode>,
);
