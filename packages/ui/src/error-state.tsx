import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './display/copy-button';
import { Button } from './forms/button';
import { Notice } from './notice';

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

/** The end of a request id, which stays with its copy button: alone on a line the button would belong to nothing. */
const TAIL = 4;

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
              {labels.request}{' '}
              <bdi dir="ltr">
                <span className="mono">{requestId.slice(0, -TAIL)}</span>
                <span className="whitespace-nowrap">
                  <span className="mono">{requestId.slice(-TAIL)}</span>
                  <CopyButton className="copy-inline" value={requestId} label={labels.copy} copiedLabel={labels.copied} />
                </span>
              </bdi>
            </span>
          )}
        </span>
      </div>
    </Notice>
  );
}
