import { Badge, StatusBadge } from '@stablegate/ui';
import { CircleDashed, CircleSlash } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';

const ACTIVE = 'Active';

export const isActiveStore = ({ status }: { status: string }): boolean => status === ACTIVE;

/** Specification 1, section 4: Active, or any other text set by the operator. */
export function StoreStatus({ status, hasAddress }: { status: string; hasAddress: boolean }) {
  const { t } = useTranslation();
  // Active, but nothing can be paid to it.
  if (isActiveStore({ status }) && !hasAddress)
    return (
      <Badge tone="warning" icon={<CircleDashed aria-hidden="true" />}>
        {t('No address yet')}
      </Badge>
    );
  if (isActiveStore({ status })) return <StatusBadge look="success">{t('Active')}</StatusBadge>;
  return <Badge icon={<CircleSlash aria-hidden="true" />}>{status === 'Inactive' ? t('Inactive') : status}</Badge>;
}
