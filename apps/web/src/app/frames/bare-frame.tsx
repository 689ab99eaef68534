import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ServerStripe } from '../server-stripe';
import './bare-frame.css';

/** For a counter or a printer: the whole page, with nothing but the word that its money is not real. */
export default function BareFrame() {
  return (
    <div className="bare">
      <ServerStripe />
      <Suspense fallback={<div className="skeleton screen-skeleton appear-late" aria-busy="true" />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
