import { Switch as Radix } from 'radix-ui';

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The id of the visible text that names it. */
  labelledBy: string;
  describedBy?: string;
  disabled?: boolean;
};

export const Switch = ({ checked, onChange, labelledBy, describedBy, disabled }: SwitchProps) => (
  <Radix.Root
    className="switch"
    checked={checked}
    onCheckedChange={onChange}
    disabled={disabled}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
  >
    <Radix.Thumb className="switch-thumb" />
  </Radix.Root>
);
