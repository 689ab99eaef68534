import { type RefObject, useEffect, useRef, useState } from 'react';

export type ClaimFoldState = {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly hashField: RefObject<HTMLInputElement | null>;
  /** Opens the form, scrolls it into view and focuses the hash field. */
  readonly onMine: () => void;
};

/** One place on the page, also when a notice above leads there: the input stays whatever the page shows next. */
export function useClaimFold(): ClaimFoldState {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const hashField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    hashField.current?.focus({ preventScroll: true });
    hashField.current?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return {
    isOpen,
    onToggle: setIsOpen,
    hashField,
    onMine: () => {
      setIsOpen(true);
      setAsked((times) => times + 1);
    },
  };
}
