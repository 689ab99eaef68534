import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes';

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: 'md' | 'lg';
  /** Inside the frame, before and after the text. */
  start?: ReactNode;
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

export function TextInput({ size = 'md', start, end, className, ...rest }: TextInputProps) {
  const isInvalid = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true';
  return (
    <div
      className={classes('input', size === 'lg' && 'input-lg', className)}
      data-invalid={isInvalid || undefined}
      data-readonly={rest.readOnly || undefined}
    >
      {start}
      <input type="text" {...rest} />
      {end !== undefined && <span className="input-end">{end}</span>}
    </div>
  );
}
