import { useEffect, useState } from 'react';
import { logWarning } from '../../lib/log';

export type BulkFailure = {
  title: string;
  error: unknown;
  /** The same action for the same invoices. Absent when others were selected before it failed. */
  again: (() => void) | undefined;
  isRetrying: boolean;
};

/**
 * Specification 2, section 8: a failed bulk action is only logged. Nothing interrupts; what failed stays beside what it was started for until that
 * changes or the action succeeds. `about` names it: the filters and the selection.
 */
export function useBulkAttempts(about: string) {
  const [failure, setFailure] = useState<Omit<BulkFailure, 'again'> & { about: string; again: () => void }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other invoices are the event
  useEffect(() => setFailure(undefined), [about]);

  const attempt = async (title: string, act: () => Promise<unknown>): Promise<void> => {
    const again = () => {
      setFailure((shown) => shown && { ...shown, isRetrying: true });
      void attempt(title, act);
    };
    try {
      await act();
      setFailure((shown) => (shown?.title === title ? undefined : shown));
    } catch (error) {
      logWarning('Bulk action failed:', error);
      setFailure({ title, error, about, again, isRetrying: false });
    }
  };
  const shown: BulkFailure | undefined = failure && { ...failure, again: failure.about === about ? failure.again : undefined };
  return { failure: shown, attempt };
}

export type BulkAttempts = ReturnType<typeof useBulkAttempts>;
