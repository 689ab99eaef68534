import { CopyButton } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { maskSecret } from '../../lib/mask-secret';
import { IfMay } from '../../lib/session/if-may';
import { NOTHING } from '../../lib/time/read-time';
import { useAnnounce } from './use-announce';

/** The merchant id with a copy button. */
export function MerchantId({ value }: { value: string }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  if (value === '') return NOTHING;
  return (
    <span className="copyable">
      <span className="mono" dir="ltr">
        {value}
      </span>
      <CopyButton
        className="copy-inline"
        value={value}
        label={t('Copy merchant ID')}
        copiedLabel={t('Copied')}
        onCopied={() => announce.copied(t('Merchant ID copied to clipboard'))}
        onFailed={announce.copyRefused}
      />
    </span>
  );
}

export type CopySecretProps = { value: string; label: string; copiedText: string; inList?: boolean };

export function CopySecret({ value, label, copiedText, inList }: CopySecretProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  return (
    <CopyButton
      className="copy-inline"
      value={value}
      label={label}
      copiedLabel={t('Copied')}
      onCopied={() => announce.copied(copiedText, { inList })}
      onFailed={announce.copyRefused}
    />
  );
}

/** Masked on screen, copied completely. */
export function MaskedApiKey({ value }: { value: string }) {
  const { t } = useTranslation();
  if (value === '') return NOTHING;
  return (
    <span className="copyable">
      <span className="mono" dir="ltr">
        {maskSecret(value)}
      </span>
      <IfMay permission="secrets">
        <CopySecret value={value} label={t('Copy API key')} copiedText={t('API Key copied to clipboard')} inList />
      </IfMay>
    </span>
  );
}
