import { ErrorState } from '@stablegate/ui';
import { ApiError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { useListTexts } from '../../lib/lists/list-texts';
import type { BulkFailure } from './use-bulk-attempts';

export function BulkFailureNotice({ failure: { title, error, again, isRetrying } }: { failure: BulkFailure }) {
  const { t } = useTranslation();
  const labels = useListTexts();
  return (
    <div className="bulk-failure">
      <ErrorState
        title={title}
        text={errorText(t, error, labels.unknown)}
        onRetry={again}
        isRetrying={isRetrying}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        labels={labels}
      />
    </div>
  );
}
