import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classes } from '../classes';
import { Slot } from '../slot';
import { Spinner } from '../spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-solid';
export type ButtonSize = 'sm' | 'md' | 'lg';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  /** Work is under way: label and width stay, a spinner turns, clicks do nothing, focus is kept. */
  busy?: boolean;
  /** Label while busy; by default unchanged. */
  busyLabel?: string;
  icon?: ReactNode;
  /** Applies the look to the only child, such as a router link. */
  asChild?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

const lookOf = ({ variant = 'secondary', size = 'md', block = false, className }: ButtonProps) =>
  classes('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className);

export function Button(props: ButtonProps) {
  const { variant, size, block, busy = false, busyLabel, icon, asChild = false, className, children, onClick, ...rest } = props;
  const look = lookOf({ variant, size, block, className });
  if (asChild) {
    return (
      <Slot className={look} {...rest}>
        {children}
      </Slot>
    );
  }
  // aria-disabled and not disabled: a disabled button would lose the focus, which is needed after the call.
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button type="button" {...rest} className={look} onClick={click} aria-busy={busy || undefined} aria-disabled={busy || undefined}>
      <ButtonLabel busy={busy} busyLabel={busyLabel} icon={icon}>
        {children}
      </ButtonLabel>
    </button>
  );
}

function ButtonLabel({ busy, busyLabel, icon, children }: Pick<ButtonProps, 'busy' | 'busyLabel' | 'icon' | 'children'>) {
  if (busyLabel === undefined && !busy) {
    return (
      <>
        {icon}
        {children}
      </>
    );
  }
  const busyContent = (
    <>
      <Spinner />
      {busyLabel ?? children}
    </>
  );
  return (
    <span className="btn-label">
      <span data-off={busy || undefined} aria-hidden={busy || undefined}>
        {icon}
        {children}
      </span>
      <span data-off={!busy || undefined} aria-hidden={!busy || undefined}>
        {busyContent}
      </span>
    </span>
  );
}
