export type PopupIcon = 'success' | 'error' | 'warning' | 'info' | 'question';

type PopupBase = { title: string; text?: string; detail?: string; icon?: PopupIcon };
/** One message: it goes by its button, by its timer, or by whichever comes first. */
export type PopupOptions = PopupBase & ({ buttonLabel: string; timerMs?: number } | { buttonLabel?: string; timerMs: number });
export type ConfirmOptions = PopupBase & { confirmLabel: string; cancelLabel: string; danger?: boolean };

export type PopupRequest = PopupBase & {
  id: number;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  timerMs?: number;
};

/** Popups stand in a queue, so that two at once are both read and every caller hears back. */
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
    /** Resolves when the message has gone. */
    popup: async ({ buttonLabel, ...options }: PopupOptions): Promise<void> => {
      await ask({ ...options, confirmLabel: buttonLabel });
    },
    /** Resolves to true only by the confirming button; Escape and a click beside it mean no. */
    confirm: (options: ConfirmOptions): Promise<boolean> => ask({ icon: 'question', ...options }),
  };
}

/** The app's one queue: `popup()` and `confirm()` are called from anywhere, PopupHost shows them. */
export const popupQueue = createPopupQueue();
export const { popup, confirm } = popupQueue;
