import { Sheet } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { Sidebar } from './sidebar';

export function PhoneSheet({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} title={t('Menu')}>
      <Sidebar isRail={false} isSheet onToggle={() => onOpenChange(false)} />
    </Sheet>
  );
}
