import { Button, Field, IconButton, TextInput } from '@stablegate/ui';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { maskSecret } from '../../lib/mask-secret';
import { CopySecret } from './copyable';

export type SecretFieldProps = {
  label: string;
  value: string;
  hint: string;
  copyLabel: string;
  copiedText: string;
  renew: { label: string; icon: ReactNode; isBusy: boolean; run: () => Promise<void> };
};

/** Read-only: masked until revealed, copied completely, renewed by the button beside it. */
export function SecretField({ label, value, hint, copyLabel, copiedText, renew }: SecretFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint}>
      {(aria) => (
        <div className="secret-line">
          <TextInput
            {...aria}
            readOnly
            dir="ltr"
            value={isShown ? value : maskSecret(value)}
            end={
              <span className="copyable">
                <IconButton
                  label={isShown ? t('Hide {{what}}', { what: label }) : t('Show {{what}}', { what: label })}
                  tooltip={isShown ? t('Hide') : t('Show')}
                  icon={<Icon className="icon-sm" aria-hidden="true" />}
                  onClick={() => setShown(!isShown)}
                />
                <CopySecret value={value} label={copyLabel} copiedText={copiedText} />
              </span>
            }
          />
          <Button busy={renew.isBusy} icon={renew.icon} onClick={() => void renew.run()}>
            {renew.label}
          </Button>
        </div>
      )}
    </Field>
  );
}
