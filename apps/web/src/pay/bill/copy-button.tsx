import { useEffect, useState } from 'react';
import { Icon } from '../icons';
import { t } from '../texts';

/** Specification 2: the check mark stays for 2 seconds. */
const SHOWN_MS = 2_000;

/** Old phones and pages without HTTPS have no clipboard API; copying a selected field still works there. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    // A check mark over an empty clipboard would send money to whatever was copied before.
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      setIsCopied(copyBySelection(text));
    }
  };
  return (
    <button type="button" className={isCopied ? 'cp ok' : 'cp'} aria-label={isCopied ? t('Copied') : label} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
