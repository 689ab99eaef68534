import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../classes';

export type HintTone = 'plain' | 'success' | 'danger' | 'warning';
const hintIcons = { success: Check, danger: CircleAlert, warning: TriangleAlert };

export type HintProps = { tone?: HintTone; id?: string; role?: 'status' | 'alert'; children: ReactNode };

export function Hint({ tone = 'plain', children, ...rest }: HintProps) {
  const Icon = tone === 'plain' ? undefined : hintIcons[tone];
  return (
    <div className={classes('hint', tone !== 'plain' && `hint-${tone}`)} {...rest}>
      {Icon && <Icon className="icon-sm" aria-hidden="true" />}
      <span>{children}</span>
    </div>
  );
}

/** Attributes that connect a control with the label, hint and error of its field. */
export type ControlAria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

export type FieldProps = {
  label: ReactNode;
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Live parts below the control, such as a strength meter. */
  below?: ReactNode;
  children: (aria: ControlAria) => ReactNode;
};

const isShown = (node: ReactNode) => node !== undefined && node !== null && node !== false && node !== '';

export function Field({ label, aside, hint, error, below, children }: FieldProps) {
  const id = useId();
  const hasError = isShown(error);
  const hasHint = isShown(hint) && !hasError;
  const noteId = hasError ? `${id}-error` : hasHint ? `${id}-hint` : undefined;
  const belowId = isShown(below) ? `${id}-below` : undefined;
  const describedBy = [noteId, belowId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': hasError || undefined })}
      {hasError && (
        <Hint tone="danger" id={noteId} role="alert">
          {error}
        </Hint>
      )}
      {hasHint && <Hint id={noteId}>{hint}</Hint>}
      {belowId !== undefined && <div id={belowId}>{below}</div>}
    </div>
  );
}
