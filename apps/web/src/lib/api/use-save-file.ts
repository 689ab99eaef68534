import { toast } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../i18n/texts';
import { errorText } from './error-text';

/** Saves a file and says how it ended; `save` downloads it. */
export function useSaveFile<Choice = void>(save: (choice: Choice) => Promise<void>) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: save,
    onSuccess: () => toast.success(t('The file was saved.')),
    onError: (error) => toast.error(errorText(t, error, t('The export failed. Please try again.'))),
  });
}
