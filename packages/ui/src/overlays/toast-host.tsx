import { Check, CircleAlert, Info } from 'lucide-react';
import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { toastQueue } from './toast.queue';

/** Long enough to read a sentence twice; copy confirmations use the specification's 3 s. */
const TOAST_MS = 5_000;
/** Sonner fades a toast out for this long after its duration: with it, a toast is gone when its time is over. */
const FADE_MS = 200;

const icons = {
  success: <Check className="icon" aria-hidden="true" />,
  error: <CircleAlert className="icon" aria-hidden="true" />,
  info: <Info className="icon" aria-hidden="true" />,
};

/** Mounted once in the app. */
export function ToastHost({ label, dir }: { label: string; dir: 'ltr' | 'rtl' }) {
  useEffect(
    () =>
      toastQueue.attach(({ kind, text, id, durationMs = TOAST_MS, action }) =>
        sonner[kind](text, { id, duration: durationMs - FADE_MS, action: action && { label: action.label, onClick: action.onPress } }),
      ),
    [],
  );
  return (
    <Toaster
      containerAriaLabel={label}
      dir={dir}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      icons={icons}
      toastOptions={{ unstyled: true, classNames: { toast: 'toast', actionButton: 'toast-action' } }}
    />
  );
}
