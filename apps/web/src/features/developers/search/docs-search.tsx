import { Button, Kbd, toast } from '@stablegate/ui';
import { Search } from 'lucide-react';
import { type ComponentType, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { logWarning } from '../../../lib/log';
import type { SearchDialogProps } from './search-dialog';

/** A separate chunk with the texts of the guides, fetched on first use. */
const loadDialog = () => import('./search-dialog');

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** On the pages of the documentation: a button, and the key that most documentation has for it. */
export function DocsSearch() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<SearchDialogProps> }>();
  // What is typed before the box is there and has the focus; undefined: nobody has pressed the key.
  const typed = useRef<string>(undefined);
  const takeTyped = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = undefined;
    return text;
  }, []);
  const open = useCallback(async () => {
    try {
      const { default: Dialog } = await loadDialog();
      setLoaded({ Dialog });
      setOpen(true);
    } catch (error) {
      logWarning('Failed to load the search:', error);
      typed.current = undefined;
      toast.error(t('The search could not be opened. Please try again.'));
    }
  }, [t]);
  // With the first frame: what is on the screen can be used.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isShortcut(event) || isTyping(event)) return;
      if (typed.current !== undefined && event.key.length === 1) typed.current += event.key;
      else if (event.key === '/' && !isDialogOpen()) {
        typed.current = '';
        void open();
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
  return (
    <>
      <Button aria-haspopup="dialog" aria-expanded={isOpen} aria-keyshortcuts="/" onClick={() => void open()}>
        <Search className="icon" aria-hidden="true" />
        {t('Search')}
        <span className="docs-search-key" aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      </Button>
      {loaded !== undefined && <loaded.Dialog open={isOpen} onClose={() => setOpen(false)} takeTyped={takeTyped} />}
    </>
  );
}
