import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { isSandbox } from '../../lib/api/runtime-mode';
import { LanguageMenu } from '../language-menu';
import { ServerStripe } from '../server-stripe';
import './payer-frame.css';

/** For customers, who have no account here: whether the money is real, and their language. */
export default function PayerFrame() {
  return (
    <div className="payer">
      {isSandbox() && <ServerStripe />}
      <header className="payer-bar">
        <LanguageMenu look="code" />
      </header>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  );
}
