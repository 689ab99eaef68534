import { AMOUNT_PLACES, MICRO } from '@stablegate/rules';
import { Amount, Hint, numberMarks } from '@stablegate/ui';
import { type KeyboardEvent, useId } from 'react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { type AmountCheck, checkAmount, QUICK_AMOUNTS, writtenAmount } from './amount';

const digitsText = (t: TFunction): string => t('Use digits only, with at most {{places}} decimals.', { places: AMOUNT_PLACES });

/** The specification's sentence, but for what is greater than 0. */
export function problemText(t: TFunction, check: AmountCheck): string {
  const problem = 'problem' in check ? check.problem : undefined;
  if (problem === 'too-precise') return digitsText(t);
  return problem === 'too-much' ? t('At most $1,000,000 at a time.') : t('Amount must be greater than 0');
}

/** While the amount is being typed: nothing yet for what may still become one, such as "0." or "1,000,0". */
function typedProblem(t: TFunction, check: AmountCheck, text: string): string | undefined {
  if ('micros' in check || check.problem === 'empty' || check.problem === 'unfinished' || /^0?[.,]?0*$/.test(text)) return undefined;
  return check.problem === 'not-a-number' ? digitsText(t) : problemText(t, check);
}

export type AmountFieldProps = {
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  /** The same in the transferred currency, such as "5,200,000 VND". */
  inOther: string | undefined;
};

/** Written from left to right in every language: otherwise the sign would stand behind the number. */
export function AmountField({ value, onChange, onEnter, inOther }: AmountFieldProps) {
  const { t, language } = useTranslation();
  const noteId = useId();
  const check = checkAmount(value, language);
  const problem = typedProblem(t, check, value);
  const writeBack = () => {
    if ('micros' in check) onChange(writtenAmount(check.micros, language));
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // otherwise the same key press activates the button of the popup it opens
    onEnter();
  };
  return (
    <fieldset className="choice">
      <legend>{t('Amount')}</legend>
      <QuickAmounts
        chosen={'micros' in check ? check.micros : undefined}
        onChoose={(micros) => onChange(writtenAmount(micros, language))}
      />
      <div className="input amount-input" dir="ltr" data-invalid={problem !== undefined || undefined}>
        <span className="text-subtle">$</span>
        <input
          className="num"
          dir="ltr"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('Amount')}
          aria-describedby={noteId}
          aria-invalid={problem !== undefined || undefined}
          placeholder={`0${numberMarks(language).decimal}00`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={writeBack}
          onKeyDown={enter}
        />
        {inOther !== undefined && <span className="num text-muted">= {inOther}</span>}
        <span className="text-caption text-subtle">USD</span>
      </div>
      <div id={noteId} className="mt-2">
        {problem !== undefined && (
          <Hint tone="danger" role="alert">
            {problem}
          </Hint>
        )}
      </div>
    </fieldset>
  );
}

const QuickAmounts = ({ chosen, onChoose }: { chosen: bigint | undefined; onChoose: (micros: bigint) => void }) => (
  <div className="quick num">
    {QUICK_AMOUNTS.map((amount) => {
      const micros = BigInt(amount) * MICRO;
      return (
        <button key={amount} type="button" aria-pressed={chosen === micros} onClick={() => onChoose(micros)}>
          <Amount value={micros} decimals={0} dollars />
        </button>
      );
    })}
  </div>
);
