import { useEffect, useId } from 'react';
import { type LeaveQuestion, unsaved } from './unsaved-changes';

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
