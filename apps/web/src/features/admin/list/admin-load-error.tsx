import { EmptyState, ErrorState } from '@stablegate/ui';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError, isNetworkError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';

export type AdminLoadErrorProps = { title: string; error: unknown; onRetry: () => void; isRetrying?: boolean };

/** Stands where the data would be. An administrator without the second factor is told where to set it up. */
export function AdminLoadError({ title, error, onRetry, isRetrying }: AdminLoadErrorProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.code === 'two_factor_required') {
    return (
      <EmptyState
        icon={<ShieldAlert className="icon-lg" aria-hidden="true" />}
        title={t('Cần bật xác thực hai lớp')}
        text={t('Quản trị viên phải bật xác thực hai lớp trước khi dùng trang quản trị.')}
        actions={
          <Link className="btn btn-primary" to="/profile?tab=security">
            {t('Mở cài đặt bảo mật')}
          </Link>
        }
      />
    );
  }
  const text = isNetworkError(error)
    ? t('Máy chủ không trả lời. Dữ liệu không thay đổi.')
    : errorText(t, error, t('Đã xảy ra lỗi. Vui lòng thử lại.'));
  return (
    <ErrorState
      title={title}
      text={text}
      onRetry={onRetry}
      isRetrying={isRetrying}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      labels={{ retry: t('Thử lại'), request: t('Mã yêu cầu'), copy: t('Sao chép'), copied: t('Đã sao chép') }}
    />
  );
}
