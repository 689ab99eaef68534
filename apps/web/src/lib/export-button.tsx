import { Button, toast } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from './api/error-text';
import { useTranslation } from './i18n/texts';

/** Saves a file of all rows that match; `save` downloads it. */
export function ExportButton({ label, size, save }: { label: string; size?: 'sm'; save: () => Promise<void> }) {
  const { t } = useTranslation();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => toast.success(t('The file was saved.')),
    onError: (error) => toast.error(errorText(t, error, t('The export failed. Please try again.'))),
  });
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
