import type { Store } from '@stablegate/contract';
import { parseInvoiceAmount } from '@stablegate/rules';
import { Button, Notice, Select } from '@stablegate/ui';
import { Delete } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { CustomerPays } from '../../lib/merchants/customer-pays';
import { readStored, writeStored } from '../../lib/stored';
import { PAD_KEYS, pressed, typedAmount } from './amount-pad';
import { allowSound } from './chime';
import { type Sale, useCharge } from './use-sale';

const STORE_KEY = 'pos-store';

/** How the reader's language writes a decimal. */
const decimalMark = (language: string): string => new Intl.NumberFormat(language).format(1.5).replace(/[\d\u0660-\u0669]/g, '') || '.';

export function Pad({ stores, onMade }: { stores: readonly Store[]; onMade: (sale: Sale) => void }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('');
  const [storeId, setStoreId] = useState(() => stores.find(({ id }) => id === readStored(STORE_KEY))?.id ?? stores[0]?.id ?? '');
  const charge = useCharge(onMade);
  const exact = amount.replace(/\.$/, '');
  const micros = parseInvoiceAmount(exact);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (micros === undefined || charge.isPending) return;
    allowSound();
    writeStored(STORE_KEY, storeId);
    charge.mutate({ storeId, amount: exact });
  };
  return (
    <form className="pos-pad" noValidate onSubmit={submit}>
      <div className="pos-entry">
        {stores.length > 1 && (
          <Select
            label={t('Merchant')}
            value={storeId}
            onChange={setStoreId}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <AmountEntry value={amount} onChange={setAmount} />
        <p className="text-caption text-muted">
          {micros === undefined ? t('The customer pays this plus the 0.5% fee.') : <CustomerPays micros={micros} />}
        </p>
        {charge.isError && (
          <Notice tone="danger" role="alert">
            {errorText(t, charge.error, t('The invoice could not be created.'))}
          </Notice>
        )}
      </div>
      <Keys onKey={(key) => setAmount((before) => pressed(before, key))} />
      <Button type="submit" variant="primary" size="lg" block disabled={micros === undefined} busy={charge.isPending}>
        {t('Charge')}
      </Button>
    </form>
  );
}

/** A field that keyboards and screen readers know; phones show our keys instead of theirs. */
function AmountEntry({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t, language } = useTranslation();
  const id = useId();
  return (
    <div className="pos-amount">
      <label htmlFor={id} className="sr-only">
        {t('Amount')}
      </label>
      <input
        id={id}
        value={value.replace('.', decimalMark(language))}
        onChange={({ target }) => onChange(typedAmount(value, target.value))}
        inputMode="none"
        autoComplete="off"
        placeholder="0"
        dir="ltr"
        // biome-ignore lint/a11y/noAutofocus: the one thing to do here, and the next sale follows at once
        autoFocus
      />
      <span aria-hidden="true">USDT</span>
    </div>
  );
}

function Keys({ onKey }: { onKey: (key: (typeof PAD_KEYS)[number]) => void }) {
  const { t, language } = useTranslation();
  const faceOf = (key: string) => {
    if (key === 'back') return <Delete className="icon-lg flip" aria-hidden="true" />;
    return key === '.' ? decimalMark(language) : key;
  };
  return (
    <div className="pos-keys" dir="ltr">
      {PAD_KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className="pos-key"
          aria-label={key === 'back' ? t('Remove the last digit') : undefined}
          onClick={() => onKey(key)}
        >
          {faceOf(key)}
        </button>
      ))}
    </div>
  );
}
