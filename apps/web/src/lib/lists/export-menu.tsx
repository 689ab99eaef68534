import type { ExportFormat } from '@stablegate/contract';
import { Button, Menu, MenuItem, MenuLabel } from '@stablegate/ui';
import { Download, FileSpreadsheet, FileText, Table } from 'lucide-react';
import { useTranslation } from '../i18n/texts';

export type ExportMenuProps = { total: number; isBusy: boolean; onExport: (format: ExportFormat) => void };

const CHOICES = [
  { format: 'xlsx', label: 'Excel', icon: FileSpreadsheet },
  { format: 'csv', label: 'CSV', icon: Table },
  { format: 'pdf', label: 'PDF', icon: FileText },
] as const;

export function ExportMenu({ total, isBusy, onExport }: ExportMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        <Button busy={isBusy} disabled={total === 0} icon={<Download className="icon" aria-hidden="true" />}>
          {t('Export')}
        </Button>
      }
    >
      <MenuLabel>{t('All that match the filters')}</MenuLabel>
      {CHOICES.map(({ format, label, icon: Icon }) => (
        <MenuItem key={format} icon={<Icon className="icon" aria-hidden="true" />} onSelect={() => onExport(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
