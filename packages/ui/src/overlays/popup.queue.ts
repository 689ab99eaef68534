import type { RequestIdProps } from '../request-id';

export type PopupIcon = 'success' | 'error' | 'warning' | 'info' | 'question';

type PopupBase = { title: string; text?: string; detail?: string; failed?: RequestIdProps | undefined; icon?: PopupIcon };
/** One message, closed by its button or its timer, whichever comes first. */
export type PopupOptions = PopupBase & ({ buttonLabel: string; timerMs?: number } | { buttonLabel?: string; timerMs: number });
export type ConfirmOptions = PopupBase & { confirmLabel: string; cancelLabel: string; danger?: boolean };

export type PopupRequest = PopupBase & {
  id: number;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  timerMs?: number;
};

/** Popups are queued, so that concurrent ones are all shown and every caller gets its result. */
export function createPopupQueue() {
  let waiting: readonly PopupRequest[] = [];
  let lastId = 0;
  const answers = new Map<number, (confirmed: boolean) => void>();
  const listeners = new Set<() => void>();
  const change = (next: readonly PopupRequest[]) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  const ask = (request: Omit<PopupRequest, 'id'>): Promise<boolean> =>
    new Promise((resolve) => {
      lastId += 1;
      answers.set(lastId, resolve);
      change([...waiting, { ...request, id: lastId }]);
    });

  return {
    current: (): PopupRequest | undefined => waiting[0],
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    settle: (id: number, confirmed: boolean) => {
      const answer = answers.get(id);
      if (answer === undefined) return;
      answers.delete(id);
      change(waiting.filter((request) => request.id !== id));
      answer(confirmed);
    },
    /** Resolves when the message is closed. */
    popup: async ({ buttonLabel, ...options }: PopupOptions): Promise<void> => {
      await ask({ ...options, confirmLabel: buttonLabel });
    },
    /** Resolves to true only by the confirming button; Escape and a click outside mean no. */
    confirm: (options: ConfirmOptions): Promise<boolean> => ask({ icon: 'question', ...options }),
  };
}

/** The app's only queue: `popup()` and `confirm()` are called from anywhere, PopupHost renders them. */
export const popupQueue = createPopupQueue();
export const { popup, confirm } = popupQueue;
