import { confirm } from '@stablegate/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

export type LeaveQuestion = { title: string; text: string; leaveLabel: string; stayLabel: string };

/** Asks before the page or tab is left while something on it would be lost. */
export function useUnsavedChanges(isUnsaved: boolean, { title, text, leaveLabel, stayLabel }: LeaveQuestion): void {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => isUnsaved && (from.pathname !== to.pathname || from.search !== to.search),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question each time a navigation is held back, whatever its words
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title, text, confirmLabel: leaveLabel, cancelLabel: stayLabel, icon: 'warning' }).then((wantsToLeave) =>
      wantsToLeave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker.state]);
  useEffect(() => {
    if (!isUnsaved) return;
    // Closing the tab: the browser asks in its own words.
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isUnsaved]);
}
