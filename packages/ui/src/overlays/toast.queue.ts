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
  const show =
    (kind: ToastKind) =>
    (text: string, options: ToastOptions = {}): void => {
      const message = { ...options, kind, text };
      if (host === undefined) waiting.push(message);
      else host(message);
    };
  return {
    toast: { success: show('success'), error: show('error'), info: show('info') },
    attach: (showNow: (message: ToastMessage) => void) => {
      host = showNow;
      const before = waiting;
      waiting = [];
      for (const message of before) showNow(message);
      return () => {
        host = undefined;
      };
    },
  };
}

export const toastQueue = createToastQueue();
export const { toast } = toastQueue;
