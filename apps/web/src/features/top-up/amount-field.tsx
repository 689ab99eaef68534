import { formatAmount, Hint } from '@stablegate/ui';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { checkAmount, QUICK_AMOUNTS, typedAmount } from './amount';

export type AmountFieldProps = {
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  /** The same in the transferred currency, such as "5,200,000 VND". */
  inOther: string | undefined;
};

export function AmountField({ value, onChange, onEnter, inOther }: AmountFieldProps) {
  const { t } = useTranslation();
  const noteId = useId();
  const check = checkAmount(value);
  const problem =
    !('problem' in check) || check.problem === 'empty'
      ? undefined
      : check.problem === 'too-much'
        ? t('At most $1,000,000 at a time.')
        : t('Amount must be greater than 0');
  const isWrong = problem !== undefined && !/^0?\.?0*$/.test(value); // "0." is a prefix of "0.5"
  const type = (text: string) => {
    const typed = typedAmount(text);
    if (typed !== undefined) onChange(typed);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // otherwise the same key press activates the button of the popup it opens
    onEnter();
  };
  return (
    <fieldset className="choice">
      <legend>{t('Amount')}</legend>
      <div className="quick num">
        {QUICK_AMOUNTS.map((amount) => (
          <button key={amount} type="button" aria-pressed={sameAmount(amount, value)} onClick={() => onChange(amount)}>
            ${formatAmount(amount, 0)}
          </button>
        ))}
      </div>
      <div className="input amount-input" data-invalid={isWrong || undefined}>
        <span className="text-subtle">$</span>
        <input
          className="num"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('Amount')}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          placeholder="0.00"
          value={value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={enter}
        />
        {inOther !== undefined && <span className="num text-muted">= {inOther}</span>}
        <span className="text-caption text-subtle">USD</span>
      </div>
      <div id={noteId} className="mt-2">
        {isWrong && (
          <Hint tone="danger" role="alert">
            {problem}
          </Hint>
        )}
      </div>
    </fieldset>
  );
}

const sameAmount = (one: string, other: string): boolean => {
  const [a, b] = [checkAmount(one), checkAmount(other)];
  return 'micros' in a && 'micros' in b && a.micros === b.micros;
};
