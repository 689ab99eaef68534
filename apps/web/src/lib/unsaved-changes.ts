import { confirm } from '@stablegate/ui';
import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';

export type LeaveQuestion = { title: string; text: string; leaveLabel: string; stayLabel: string };

/** What would be lost now, by the part of the page that holds it. */
const unsaved = new Map<string, LeaveQuestion>();

// On closing the tab the browser asks with its own text.
const holdTab = (event: BeforeUnloadEvent) => event.preventDefault();

function mark(id: string, question: LeaveQuestion | undefined): void {
  if (question === undefined) unsaved.delete(id);
  else unsaved.set(id, question);
  if (unsaved.size > 0) window.addEventListener('beforeunload', holdTab);
  else window.removeEventListener('beforeunload', holdTab);
}

/** Asks before the page or its tab is left while `isUnsaved`. Several parts of a page may use it. */
export function useUnsavedChanges(isUnsaved: boolean, { title, text, leaveLabel, stayLabel }: LeaveQuestion): void {
  const id = useId();
  useEffect(() => {
    mark(id, isUnsaved ? { title, text, leaveLabel, stayLabel } : undefined);
    return () => mark(id, undefined);
  }, [id, isUnsaved, title, text, leaveLabel, stayLabel]);
}

/** Mounted once inside the router, which supports a single blocker: it asks for all of them. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => unsaved.size > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question each time a navigation is held back
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const [question] = unsaved.values();
    if (question === undefined) return blocker.proceed();
    const { title, text, leaveLabel, stayLabel } = question;
    void confirm({ title, text, confirmLabel: leaveLabel, cancelLabel: stayLabel, icon: 'warning' }).then((wantsToLeave) =>
      wantsToLeave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker.state]);
  return null;
}
