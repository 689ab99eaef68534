import { confirm } from '@stablegate/ui';

export type LeaveQuestion = { title: string; text: string; leaveLabel: string; stayLabel: string };

/** What would be lost now, by the part of the page that holds it (use-unsaved-changes.ts). */
export const unsaved = new Map<string, LeaveQuestion>();

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
