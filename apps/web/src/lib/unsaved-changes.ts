import { confirm } from '@stablegate/ui';
import { useEffect, useId } from 'react';

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

/** For the router: asks once for all of them. */
export const unsavedHold = {
  isHeld: (): boolean => unsaved.size > 0,
  mayLeave: async (): Promise<boolean> => {
    const [question] = unsaved.values();
    if (question === undefined) return true;
    const { title, text, leaveLabel, stayLabel } = question;
    return confirm({ title, text, confirmLabel: leaveLabel, cancelLabel: stayLabel, icon: 'warning' });
  },
};
