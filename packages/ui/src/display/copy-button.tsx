import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classes } from '../classes';

/** Specification 2: copy buttons show a check mark for 2 seconds. */
const COPIED_MS = 2_000;

export type CopyButtonProps = {
  value: string;
  label: string;
  copiedLabel: string;
  onCopied?: () => void;
  onFailed?: () => void;
  className?: string;
  /** Beside the icon, where two buttons copy different things. */
  text?: string;
};

export function CopyButton({ value, label, copiedLabel, onCopied, onFailed, className, text }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopied?.();
    } catch {
      // Permission refused or plain http: the text stays selectable, and the caller may report it.
      onFailed?.();
    }
  };
  return (
    <button
      type="button"
      className={classes('copy-btn', text !== undefined && 'copy-worded', className)}
      aria-label={isCopied ? copiedLabel : label}
      data-copied={isCopied || undefined}
      onClick={() => void copy()}
    >
      {isCopied ? <Check className="icon-sm" aria-hidden="true" /> : <Copy className="icon-sm" aria-hidden="true" />}
      {text}
    </button>
  );
}
