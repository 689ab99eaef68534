/**
 * Detects that a session has ended unexpectedly, and reports it once: ten calls refused together cause one message. A guest's refused call
 * and a sign-out cause none.
 */
export function createSessionWatch() {
  let isSignedIn = false;
  const listeners = new Set<() => void>();
  const ended = () => {
    if (!isSignedIn) return;
    isSignedIn = false;
    for (const listener of listeners) listener();
  };
  return {
    /** The result of GET /auth. */
    saw: (state: { isAuthenticated: boolean }) => {
      if (state.isAuthenticated) isSignedIn = true;
      else ended();
    },
    /** A call was refused with 401 not_signed_in. */
    sawNotSignedIn: ended,
    /** The user signs out: what follows is expected. */
    leaving: () => {
      isSignedIn = false;
    },
    onEnded: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
