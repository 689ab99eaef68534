import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './forms/button';
import { Notice } from './notice';
import { RequestId } from './request-id';

export type ErrorStateProps = {
  title: ReactNode;
  /** What it means and what to do. */
  text?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  requestId?: string;
  /** Beside Retry: another way on. */
  action?: ReactNode;
  labels: { retry: string; request: string; copy: string; copied: string };
};

/** Shown in place of the data. */
export function ErrorState({ title, text, onRetry, isRetrying = false, requestId, action, labels }: ErrorStateProps) {
  const retry = onRetry && (
    <Button size="sm" busy={isRetrying} icon={<RotateCw className="icon-sm" aria-hidden="true" />} onClick={onRetry}>
      {labels.retry}
    </Button>
  );
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      action={
        action === undefined ? (
          retry
        ) : (
          <span className="flex gap-2">
            {action}
            {retry}
          </span>
        )
      }
    >
      <div className="hint">
        <span>
          {text}
          {requestId !== undefined && (
            <span className="block">
              <RequestId id={requestId} labels={labels} />
            </span>
          )}
        </span>
      </div>
    </Notice>
  );
}
