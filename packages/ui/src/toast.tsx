import { Check, CircleAlert, Info } from 'lucide-react';
import { Toaster as SonnerHost, toast as sonner } from 'sonner';

/** Long enough to read a sentence twice; copies pass the 3 s of the specification. */
const TOAST_MS = 5_000;
export type ToastOptions = { /** A toast with the same id replaces the earlier one. */ id?: string; durationMs?: number };

const show =
  (kind: 'success' | 'error' | 'info') =>
  (text: string, { id, durationMs = TOAST_MS }: ToastOptions = {}): void => {
    sonner[kind](text, { id, duration: durationMs });
  };

export const toast = { success: show('success'), error: show('error'), info: show('info') };

const icons = {
  success: <Check className="icon" aria-hidden="true" />,
  error: <CircleAlert className="icon" aria-hidden="true" />,
  info: <Info className="icon" aria-hidden="true" />,
};

/** Put once in the app. */
export const ToastHost = ({ label, dir }: { label: string; dir: 'ltr' | 'rtl' }) => (
  <SonnerHost
    containerAriaLabel={label}
    dir={dir}
    position="bottom-right"
    icons={icons}
    toastOptions={{ unstyled: true, classNames: { toast: 'toast' } }}
  />
);
