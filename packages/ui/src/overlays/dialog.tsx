import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes';
import { IconButton } from '../forms/icon-button';
import { DialogActions } from './dialog-actions';
import { useReturnFocus } from './return-focus';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** The buttons, the primary one last. */
  actions?: ReactNode;
  closeLabel: string;
  wide?: boolean;
  /** Only its own buttons close it, so that a stray click loses no work. */
  locked?: boolean;
  /** The frame only: the title is for screen readers, and the content has its own way to close. */
  bare?: boolean;
  className?: string;
  /** After it is closed and the focus is restored. */
  onClosed?: () => void;
};

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, text, children, actions, closeLabel, wide = false, locked = false, bare = false } = props;
  const returnFocus = useReturnFocus();
  const closed = (event: Event) => {
    returnFocus.onCloseAutoFocus(event);
    props.onClosed?.();
  };
  const hold = (event: Event) => {
    if (locked) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classes('dialog', wide && 'dialog-wide', bare && 'dialog-bare', props.className)}
          onOpenAutoFocus={returnFocus.onOpenAutoFocus}
          onCloseAutoFocus={closed}
          // Radix warns about a dialog without a description unless this is explicit.
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          onEscapeKeyDown={hold}
          onInteractOutside={hold}
        >
          <Radix.Title className={bare ? 'sr-only' : 'dialog-title'}>{title}</Radix.Title>
          {text !== undefined && <Radix.Description className="dialog-text">{text}</Radix.Description>}
          {children}
          {actions !== undefined && <DialogActions>{actions}</DialogActions>}
          {!locked && !bare && (
            <Radix.Close asChild>
              <IconButton className="dialog-close" label={closeLabel} tooltip={false} icon={<X className="icon" aria-hidden="true" />} />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
