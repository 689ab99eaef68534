import { Kbd, toast } from '@stablegate/ui';
import { Search } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { logWarning } from '../../lib/log';
import type { CommandMenuProps } from '../command/command-menu';
import { IS_MAC } from './platform';

/** A separate chunk, fetched on first use. */
const loadMenu = () => import('../command/command-menu');

/** The platform's own shortcut: on a Mac, Control-K deletes to the end of a line. */
const isShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (IS_MAC ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;

const isOtherDialogOpen = (): boolean => document.querySelector('[role="dialog"]:not(.command), [role="alertdialog"]') !== null;

function useCommandMenu() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Menu: ComponentType<CommandMenuProps> }>();
  const open = useCallback(async () => {
    try {
      const { default: Menu } = await loadMenu();
      setLoaded({ Menu });
      setOpen(true);
    } catch (error) {
      logWarning('Failed to load the command menu:', error);
      toast.error(t('The search could not be opened. Please try again.'));
    }
  }, [t]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (isOpen) setOpen(false);
      else if (!isOtherDialogOpen()) void open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOpen, open]);
  return { Menu: loaded?.Menu, isOpen, open, close: () => setOpen(false) };
}

/** On a desktop it looks like the box it opens, on a phone it is only the magnifier. */
export function CommandButton() {
  const { t } = useTranslation();
  const { Menu, isOpen, open, close } = useCommandMenu();
  // A failure is ignored here: it is reported when the menu is opened.
  const prepare = () => void loadMenu().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className="head-search"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        <Search className="icon-sm" aria-hidden="true" />
        <span className="head-search-text">{t('Search or jump to')}</span>
        <span className="head-search-key" aria-hidden="true">
          <Kbd>{IS_MAC ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {Menu !== undefined && <Menu open={isOpen} onClose={close} />}
    </>
  );
}
