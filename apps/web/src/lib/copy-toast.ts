import { toast } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';

/** Specification 2, section 9: copy feedback and its toast stay 2 s. */
const COPIED_MS = 2_000;

/** What is said after something was copied, or could not be. */
export function useCopyToast() {
  const { t } = useTranslation();
  return {
    done: () => toast.success(t('Copied to clipboard'), { id: 'copied', durationMs: COPIED_MS }),
    refused: () => toast.error(t('The browser did not allow copying. Please select the text and copy it by hand.'), { id: 'copied' }),
  };
}
