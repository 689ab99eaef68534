import { Check } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { classes } from '../classes';
import { reportPartFailed, useOnDemand } from '../on-demand';
import { Slot } from '../slot';
import { menuPart, prepareOverlays } from './floating';
import { useMenuParts } from './menu.parts';

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
};

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

/** A press opens it, as soon as its content has come; that is fetched when somebody points at the button or reaches it by keyboard. */
export function Menu({ trigger, children, align = 'end', onOpenChange }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [id, buttonId] = [useId(), useId()];
  const button = useRef<HTMLElement>(null);
  const change = (open: boolean) => {
    if (open === isOpen) return;
    setOpen(open);
    onOpenChange?.(open);
  };
  const part = useOnDemand(
    menuPart,
    isOpen,
    useCallback((error: unknown) => {
      setOpen(false);
      reportPartFailed(error);
    }, []),
  );
  const isShown = isOpen && part !== undefined;
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.currentTarget.matches(':disabled')) return;
    change(!isOpen);
    // The content takes the focus.
    if (!isOpen) event.preventDefault();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    change(event.key === 'ArrowDown' || !isOpen);
  };
  return (
    <>
      <Slot
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        data-state={isShown ? 'open' : 'closed'}
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        // Whoever has gone on while it was fetched must not be called back by it.
        onBlur={() => !isShown && change(false)}
        onPointerDown={press}
        onKeyDown={pressKey}
      >
        {trigger}
      </Slot>
      {part && (
        <part.MenuContent isOpen={isOpen} onOpenChange={change} button={button} buttonId={buttonId} id={id} align={align}>
          {children}
        </part.MenuContent>
      )}
    </>
  );
}

export type MenuItemProps = {
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  asChild?: boolean;
  children: ReactNode;
};

export function MenuItem({ onSelect, icon, danger = false, disabled, asChild, children }: MenuItemProps) {
  const { Item } = useMenuParts();
  return (
    <Item className={classes('menu-item', danger && 'menu-item-danger')} onSelect={onSelect} disabled={disabled} asChild={asChild}>
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Item>
  );
}

export type MenuChoice<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode; lang?: string };

export type MenuChoicesProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly MenuChoice<Value>[];
};

/** One of several, the current one ticked. */
export function MenuChoices<Value extends string>({ value, onChange, choices }: MenuChoicesProps<Value>) {
  const { RadioGroup, RadioItem, ItemIndicator } = useMenuParts();
  return (
    <RadioGroup value={value}>
      {choices.map((choice) => (
        <RadioItem key={choice.value} value={choice.value} lang={choice.lang} className="menu-item" onSelect={() => onChange(choice.value)}>
          {choice.icon}
          {choice.label}
          <ItemIndicator className="menu-check">
            <Check className="icon-sm" aria-hidden="true" />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label className="menu-label">{children}</Label>;
}

export function MenuLine() {
  const { Separator } = useMenuParts();
  return <Separator className="menu-line" />;
}
