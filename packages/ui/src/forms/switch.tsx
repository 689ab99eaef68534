import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';
import { Skeleton } from '../skeleton';

export type SwitchFieldProps = {
  title: string;
  text: string;
  /** Undefined until it is known: then a skeleton is in its place. */
  isOn: boolean | undefined;
  onChange: (isOn: boolean) => void;
  className?: string;
};

/** A setting with its switch; a click on its title is one on the switch. */
export function SwitchField({ title, text, isOn, onChange, className = 'flex items-start justify-between gap-4' }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-medium">
          {title}
        </label>
        <div id={`${id}-text`} className="text-caption text-muted">
          {text}
        </div>
      </div>
      {isOn === undefined ? (
        <Skeleton width="xs" />
      ) : (
        <Radix.Root id={id} className="switch" checked={isOn} onCheckedChange={onChange} aria-describedby={`${id}-text`}>
          <Radix.Thumb className="switch-thumb" />
        </Radix.Root>
      )}
    </div>
  );
}
