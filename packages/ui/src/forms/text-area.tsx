import type { Ref, TextareaHTMLAttributes } from 'react';
import { classes } from '../classes';

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** Multi-line text; resizable in height, never wider than its column. */
export function TextArea({ className, rows = 5, ...rest }: TextAreaProps) {
  const isInvalid = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true';
  return <textarea rows={rows} {...rest} className={classes('input textarea', className)} data-invalid={isInvalid || undefined} />;
}
