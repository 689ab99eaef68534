import { toast } from '@stablegate/ui';
import { useTranslation } from './i18n/texts';

/** Specification 2, section 9: copy feedback and its toast are shown for 2 s. */
const COPIED_MS = 2_000;

/** Feedback after copying, or its failure. */
export function useCopyToast() {
  const { t } = useTranslation();
  return {
    done: () => toast.success(t('Copied to clipboard'), { id: 'copied', durationMs: COPIED_MS }),
    refused: () => toast.error(t('The browser did not allow copying. Please select the text and copy it by hand.'), { id: 'copied' }),
  };
}
