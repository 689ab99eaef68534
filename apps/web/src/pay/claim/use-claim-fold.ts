import { type RefObject, useEffect, useRef, useState } from 'react';

export type ClaimFoldState = {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly hashField: RefObject<HTMLInputElement | null>;
  /** Opens the form, brings it into view and puts the cursor where the hash goes. */
  readonly onMine: () => void;
};

/** The form has one place on the page, also when a notice above it leads there: what was typed stays whatever the page shows next. */
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
