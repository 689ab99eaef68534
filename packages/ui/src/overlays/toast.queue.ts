export type ToastKind = 'success' | 'error' | 'info';
export type ToastOptions = {
  /** A toast with the same id replaces the earlier one. */
  id?: string;
  durationMs?: number;
  /** One action, such as Undo. */
  action?: { label: string; onPress: () => void };
};
export type ToastMessage = ToastOptions & { kind: ToastKind; text: string };

/** Toasts may be raised before the host is mounted (its code is loaded late): they are queued and shown in order. */
export function createToastQueue() {
  let waiting: ToastMessage[] = [];
  let host: ((message: ToastMessage) => void) | undefined;
  const listeners = new Set<() => void>();
  const keep = (messages: ToastMessage[]) => {
    waiting = messages;
    for (const listener of listeners) listener();
  };
  const show =
    (kind: ToastKind) =>
    (text: string, options: ToastOptions = {}): void => {
      const message = { ...options, kind, text };
      if (host === undefined) keep([...waiting, message]);
      else host(message);
    };
  return {
    toast: { success: show('success'), error: show('error'), info: show('info') },
    hasWaiting: (): boolean => waiting.length > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** When no host can come. */
    forget: () => keep([]),
    attach: (showNow: (message: ToastMessage) => void) => {
      host = showNow;
      const before = waiting;
      keep([]);
      for (const message of before) showNow(message);
      return () => {
        host = undefined;
      };
    },
  };
}

export const toastQueue = createToastQueue();
export const { toast } = toastQueue;
