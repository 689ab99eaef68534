import {
  PASSWORD_LABELS,
  type PasswordOwner,
  type PasswordPoint,
  passwordPoints,
  passwordRefusal,
  passwordScore,
} from '@stablegate/contract';
import { classes, Field, Hint, meterTone, PasswordInput, type PasswordInputProps, StrengthMeter } from '@stablegate/ui';
import { Check, Circle } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '../i18n/texts';
import { whyGuessable } from './guessable-password';
import { usePasswordLabels } from './password-labels';

/** For a form that names the problem at its field: the message, or true. */
export function useCheckPassword(owner: PasswordOwner = {}): (password: string) => Promise<string | true> {
  const { t } = useTranslation();
  return async (password) => {
    const refusal = passwordRefusal(password);
    if (refusal === undefined) {
      const reason = await whyGuessable(password, owner);
      return reason === undefined || t(reason);
    }
    return refusal === 'short_password'
      ? t('Please use at least 8 characters.')
      : t('Please choose a stronger password for better security.');
  };
}

type NewPasswordField = { label: string; value: string; error: string | undefined; input: UseFormRegisterReturn };
type NewPasswordProps = {
  password: NewPasswordField;
  confirm: NewPasswordField;
  size?: PasswordInputProps['size'];
  /** Said while nothing is typed. */
  emptyLabel?: string;
};

/** A new password and the same again: once that is not empty, it says whether they match. */
export function NewPasswordFields({ password, confirm, size, emptyLabel }: NewPasswordProps) {
  const common = { size, autoComplete: 'new-password', labels: usePasswordLabels() };
  return (
    <>
      <Field label={password.label} error={password.error} below={<PasswordStrength password={password.value} emptyLabel={emptyLabel} />}>
        {(aria) => <PasswordInput {...aria} {...password.input} {...common} />}
      </Field>
      <Field
        label={confirm.label}
        error={confirm.value === '' && confirm.error}
        below={confirm.value !== '' && <PasswordMatch isMatch={password.value === confirm.value} />}
      >
        {(aria) => <PasswordInput {...aria} aria-invalid={confirm.error !== undefined || undefined} {...confirm.input} {...common} />}
      </Field>
    </>
  );
}

function PasswordMatch({ isMatch }: { isMatch: boolean }) {
  const { t } = useTranslation();
  return (
    <Hint tone={isMatch ? 'success' : 'danger'} role="status">
      {isMatch ? t('Passwords match') : t("Passwords don't match")}
    </Hint>
  );
}

const tones = { danger: 'text-danger-text', warning: 'text-warning-text', success: 'text-success-text' };

/** Four bars for the four points, the score in words, and what is still missing. */
function PasswordStrength({ password, emptyLabel }: { password: string; emptyLabel: string | undefined }) {
  const { t } = useTranslation();
  const score = passwordScore(password);
  const label = password === '' && emptyLabel !== undefined ? emptyLabel : t(PASSWORD_LABELS[score]);
  const points = passwordPoints(password);
  const rules: readonly [PasswordPoint, string][] = [
    ['length', t('At least 8 characters')],
    ['letters', t('Letters')],
    ['digits', t('Digits')],
    ['symbols', t('Symbols')],
  ];
  return (
    <div className="grid gap-1">
      <StrengthMeter score={score} label={t('Strength {{score}} of 4', { score })} />
      <div className="flex justify-between gap-2 text-caption" role="status">
        <span className="text-muted">{t('Password strength')}</span>
        <span className={classes('font-medium', password === '' ? 'text-muted' : tones[meterTone(score)])}>{label}</span>
      </div>
      <ul className="grid grid-cols-2 gap-x-3">
        {rules.map(([point, text]) => (
          <Rule key={point} isMet={points[point]} text={text} />
        ))}
      </ul>
    </div>
  );
}

function Rule({ isMet, text }: { isMet: boolean; text: string }) {
  const { t } = useTranslation();
  const Icon = isMet ? Check : Circle;
  return (
    <li className={classes('hint', isMet && 'hint-success')}>
      <Icon className="icon-sm" aria-hidden="true" />
      <span className="sr-only">{isMet ? t('Done') : t('Missing')}</span>
      {text}
    </li>
  );
}
