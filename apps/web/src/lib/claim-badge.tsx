import { Badge } from '@stablegate/ui';
import { BadgeCheck, MessageCircleQuestionMark } from 'lucide-react';
import { useTranslation } from './i18n/texts';

/** Hashes are public: only a signature of the sending address proves who sent the transfer. */
export function ClaimBadge({ signed }: { signed: boolean }) {
  const { t } = useTranslation();
  return signed ? (
    <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
      {t('Signed by the sender')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<MessageCircleQuestionMark aria-hidden="true" />}>
      {t('Not proven')}
    </Badge>
  );
}
