import { ErrorState } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { ApiError, isNetworkError } from '../api/api-error';
import { errorText } from '../api/error-text';

export type LoadErrorProps = {
  /** What could not be loaded, as a sentence. */ title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** Stands where the data would be: what happened, what it means, Retry, and the request id to copy. */
export function LoadError({ title, error, onRetry, isRetrying }: LoadErrorProps) {
  const { t } = useTranslation();
  const text = isNetworkError(error)
    ? t('The server did not answer. Your data is unchanged.')
    : errorText(t, error, t('Something went wrong. Please try again.'));
  return (
    <ErrorState
      title={title}
      text={text}
      onRetry={onRetry}
      isRetrying={isRetrying}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      labels={{ retry: t('Retry'), request: t('Request'), copy: t('Copy'), copied: t('Copied') }}
    />
  );
}
