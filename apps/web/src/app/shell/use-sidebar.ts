import { useIsMobile } from '@stablegate/ui';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readStored, writeStored } from '../../lib/stored';

const STORAGE_KEY = 'sidebar';

/** On a desktop the sidebar collapses to a rail, persistently; on a phone it is a sheet that closes on navigation. */
export function useSidebar() {
  const isMobile = useIsMobile();
  const location = useLocation();
  const [isRail, setRail] = useState(() => readStored(STORAGE_KEY) === 'rail');
  const [isSheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) return setSheetOpen((isOpen) => !isOpen);
    setRail((wasRail) => {
      writeStored(STORAGE_KEY, wasRail ? 'open' : 'rail');
      return !wasRail;
    });
  }, [isMobile]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [toggle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the trigger, not an input
  useEffect(() => setSheetOpen(false), [location.pathname, location.search]);

  return { isRail: isRail && !isMobile, isSheetOpen: isSheetOpen && isMobile, setSheetOpen, toggle };
}
