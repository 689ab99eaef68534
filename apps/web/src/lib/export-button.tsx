import { Button } from '@stablegate/ui';
import { Download } from 'lucide-react';
import { useSaveFile } from './api/use-save-file';

/** Saves a file of all rows that match; `save` downloads it. */
type ExportButtonProps = {
  label: string;
  size?: 'sm';
  /** Nothing to save. */
  isEmpty?: boolean;
  save: () => Promise<void>;
};

export function ExportButton({ label, size, isEmpty = false, save }: ExportButtonProps) {
  const saving = useSaveFile(save);
  return (
    <Button
      size={size}
      busy={saving.isPending}
      disabled={isEmpty}
      icon={<Download className={size === 'sm' ? 'icon-sm' : 'icon'} aria-hidden="true" />}
      onClick={() => saving.mutate()}
    >
      {label}
    </Button>
  );
}
