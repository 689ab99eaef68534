import {
  cloneElement,
  type HTMLAttributes,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
} from 'react';
import { classes } from './classes';

type Given = Record<string, unknown> & {
  readonly className?: string | undefined;
  readonly style?: object;
  readonly ref?: Ref<HTMLElement>;
};
export type SlotProps = HTMLAttributes<HTMLElement> & {
  /** One element. */
  children: ReactNode;
  ref?: Ref<HTMLElement> | undefined;
  'data-state'?: string;
};

function fill(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) (ref as RefObject<HTMLElement | null>).current = element;
}

/** The child's own value wins; of two handlers the child's runs first. */
function merged(name: string, ours: unknown, its: unknown): unknown {
  if (name === 'className' || name === 'aria-describedby') return classes(ours as string, its as string) || undefined;
  if (name === 'style') return { ...(ours as object), ...(its as object) };
  if (typeof ours !== 'function' || !/^on[A-Z]/.test(name)) return its;
  if (typeof its !== 'function') return ours;
  return (...event: unknown[]) => {
    its(...event);
    ours(...event);
  };
}

/**
 * Gives its props to its only child, such as a link that looks like a button. Like the Slot of Radix, without its parts for children that are
 * still loading or lie deeper: it would be a hundredth of what the sign-in page loads.
 */
export function Slot({ children, ref, ...ours }: SlotProps) {
  if (!isValidElement(children)) throw new Error('A slot needs exactly one element.');
  const child = children as ReactElement<Given>;
  const its = child.props;
  const itsRef = its.ref;
  const fillBoth = useCallback(
    (element: HTMLElement | null) => {
      fill(ref, element);
      fill(itsRef, element);
    },
    [ref, itsRef],
  );
  const both = Object.entries(its).map(([name, value]) => [name, merged(name, (ours as Given)[name], value)]);
  return cloneElement(child, { ...ours, ...Object.fromEntries(both), ref: ref === undefined ? itsRef : fillBoth });
}
