import { type StatementFormat, statementsApi } from '@stablegate/contract';
import { Button, Menu, MenuItem } from '@stablegate/ui';
import { Download, FileSpreadsheet, FileText, Landmark, Table } from 'lucide-react';
import { download } from '../../lib/api/download';
import { useSaveFile } from '../../lib/api/use-save-file';
import { useTranslation } from '../../lib/i18n/texts';

const CHOICES = [
  { format: 'pdf', label: 'PDF', icon: FileText },
  { format: 'csv', label: 'CSV', icon: Table },
  { format: 'xlsx', label: 'Excel', icon: FileSpreadsheet },
  { format: 'ofx', label: 'OFX, for accounting programs', icon: Landmark },
] as const;

export type StatementMenuProps = { month: string; monthName: string; storeId: string | undefined };

export function StatementMenu({ month, monthName, storeId }: StatementMenuProps) {
  const { t } = useTranslation();
  const saving = useSaveFile((format: StatementFormat) =>
    download(statementsApi.file, { query: { month, format, storeId } }, `statement-${month}.${format}`),
  );
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          busy={saving.isPending}
          aria-label={t('Download the statement of {{month}}', { month: monthName })}
          icon={<Download className="icon-sm" aria-hidden="true" />}
        >
          {t('Download')}
        </Button>
      }
    >
      {CHOICES.map(({ format, label, icon: Icon }) => (
        <MenuItem key={format} icon={<Icon className="icon" aria-hidden="true" />} onSelect={() => saving.mutate(format)}>
          {t(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}
