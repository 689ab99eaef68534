import { EmptyState, ErrorState } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { ApiError, isNetworkError } from '../api/api-error';
import { errorText } from '../api/error-text';
import { useTranslation } from '../i18n/texts';
import type { Read } from './list-state';
import { type ListTexts, useListTexts } from './list-texts';

/** A later failure leaves loaded data on screen. */
export const hasFailed = ({ isError, data }: { isError: boolean; data?: unknown }): boolean => isError && data === undefined;

type Query = Read & { isError: boolean; data?: unknown };

/** Of a card that shows several answers: those that failed, as one. Undefined while none has. */
export function failureOf(...queries: readonly Query[]): Read | undefined {
  const failed = queries.filter(hasFailed);
  const [first] = failed;
  return (
    first && {
      error: first.error,
      isFetching: failed.some(({ isFetching }) => isFetching === true),
      refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
    }
  );
}

export type LoadErrorProps = {
  /** What could not be loaded, as a sentence. */
  title: string;
  read: Read;
  texts?: ListTexts | undefined;
  /** Beside Retry: another way on. */
  action?: ReactNode;
  /** Nothing else is on the page: the sentence is its heading. */
  isPage?: boolean;
};

/** In place of the data: what happened, what it means, Retry, and the request id to copy. */
export function LoadError({ title, read: { error, refetch, isFetching = false }, texts, action, isPage = false }: LoadErrorProps) {
  const { t } = useTranslation();
  const usual = useListTexts();
  const labels = texts ?? usual;
  const refusal = error instanceof ApiError ? labels.refusals?.[error.code] : undefined;
  if (refusal !== undefined) return <EmptyState {...refusal} />;
  return (
    <ErrorState
      title={isPage ? <h1>{title}</h1> : title}
      text={isNetworkError(error) ? labels.noAnswer : errorText(t, error, labels.unknown)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      action={action}
      labels={labels}
    />
  );
}
