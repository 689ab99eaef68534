import { Button } from '@stablegate/ui';
import { Download } from 'lucide-react';
import { useSaveFile } from './api/use-save-file';

/** Saves a file of all rows that match; `save` downloads it. */
export function ExportButton({ label, size, save }: { label: string; size?: 'sm'; save: () => Promise<void> }) {
  const saving = useSaveFile(save);
  return (
    <Button
      size={size}
      busy={saving.isPending}
      icon={<Download className={size === 'sm' ? 'icon-sm' : 'icon'} aria-hidden="true" />}
      onClick={() => saving.mutate()}
    >
      {label}
    </Button>
  );
}
