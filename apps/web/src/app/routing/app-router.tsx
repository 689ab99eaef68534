import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { unsavedHold } from '../../lib/unsaved/unsaved-changes';
import { createHeldHistory } from './held-history';
import { createScrollPositions } from './scroll-positions';

/** Navigation takes effect immediately, so that no one types into a form that is about to be replaced. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createHeldHistory(unsavedHold));
  const [positions] = useState(createScrollPositions);
  const [{ action, location, keepsScroll }, setShown] = useState(history.now);
  useLayoutEffect(
    () =>
      history.listen((update, from) => {
        positions.keep(from);
        setShown(update);
      }),
    [history, positions],
  );
  useLayoutEffect(() => {
    if (!keepsScroll) positions.show(location);
  }, [positions, location, keepsScroll]);
  useEffect(() => {
    const save = () => positions.save(location);
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [positions, location]);
  return (
    <Router location={location} navigationType={action} navigator={history.navigator} useTransitions={false}>
      {children}
    </Router>
  );
}
