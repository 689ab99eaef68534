import { Button, Notice, toast } from '@stablegate/ui';
import { Copy, Download } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useUnsavedChanges } from '../../../lib/unsaved/use-unsaved-changes';
import { useOwnProfile } from '../own-profile';

/** Specification 1, section 9: copy toasts are shown for 3 s. */
const COPY_TOAST_MS = 3_000;
const FILE_NAME = 'stablegate-recovery-codes.txt';

/** A data link and not a blob: it needs no clean-up, and the codes go to no server. */
const fileAddress = (text: string): string => `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;

export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  useUnsavedChanges(true, {
    title: t('Have you saved your recovery codes?'),
    text: t('They are shown only once.'),
    leaveLabel: t('Leave'),
    stayLabel: t('Stay'),
  });
  return (
    <div className="grid grid-cols-1 gap-3">
      <Notice tone="success" role="status" title={t('Two-factor authentication is on. Save your recovery codes now.')}>
        <p className="text-caption text-muted">
          {t('Each code works once, when you do not have your phone. They are shown only now. Your other sessions have ended.')}
        </p>
      </Notice>
      <ul className="recovery-codes mono" dir="ltr" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions text={`${codes.join('\n')}\n`} onSaved={onSaved} />
    </div>
  );
}

function Actions({ text, onSaved }: { text: string; onSaved: () => void }) {
  const { t } = useTranslation();
  const { username } = useOwnProfile();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('Recovery codes copied'), { durationMs: COPY_TOAST_MS });
    } catch {
      toast.error(t('Your browser did not allow copying. Please select the text.'));
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Copy className="icon-sm" aria-hidden="true" />} onClick={() => void copy()}>
        {t('Copy')}
      </Button>
      <Button asChild>
        <a href={fileAddress(`Stablegate · ${username}\n\n${text}`)} download={FILE_NAME}>
          <Download className="icon-sm" aria-hidden="true" />
          {t('Download')}
        </a>
      </Button>
      <Button variant="primary" onClick={onSaved}>
        {t('I have saved them')}
      </Button>
    </div>
  );
}
