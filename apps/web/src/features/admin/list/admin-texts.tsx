import { formatAmount } from '@stablegate/ui';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListTexts } from '../../../lib/lists/list-texts';
import { LoadError, type LoadErrorProps } from '../../../lib/lists/load-error';

/** Texts of lists and their errors in the back office. */
export function useAdminTexts(): ListTexts {
  const { t } = useTranslation();
  return {
    noAnswer: t('Máy chủ không trả lời. Dữ liệu không thay đổi.'),
    unknown: t('Đã xảy ra lỗi. Vui lòng thử lại.'),
    retry: t('Thử lại'),
    request: t('Mã yêu cầu'),
    copy: t('Sao chép'),
    copied: t('Đã sao chép'),
    // An admin without the second factor gets a link to its set-up.
    refusals: {
      two_factor_required: {
        icon: <ShieldAlert className="icon-lg" aria-hidden="true" />,
        title: t('Cần bật xác thực hai lớp'),
        text: t('Quản trị viên phải bật xác thực hai lớp trước khi dùng trang quản trị.'),
        actions: (
          <Link className="btn btn-primary" to="/profile?tab=security">
            {t('Mở cài đặt bảo mật')}
          </Link>
        ),
      },
    },
    searched: (time) =>
      t('Tìm quá lâu nên chỉ tìm đến {{time}}. Hãy thu hẹp bộ lọc, hoặc chọn khoảng ngày để tìm những dòng cũ hơn.', { time }),
    summary: ({ page, pageCount, total, isCapped }) => {
      const place = t('Trang {{page}} / {{total}}', { page: page + 1, total: pageCount });
      if (total === 0) return place;
      const rows = formatAmount(String(total), 0);
      return `${place} · ${isCapped ? t('hơn {{total}} dòng', { total: rows }) : t('{{total}} dòng', { total: rows })}`;
    },
    pages: {
      nav: t('Phân trang'),
      previous: t('Trang trước'),
      next: t('Trang sau'),
      page: (number) => t('Trang {{number}}', { number }),
    },
  };
}

export const AdminLoadError = (props: Omit<LoadErrorProps, 'texts'>) => <LoadError {...props} texts={useAdminTexts()} />;
