import { API_BASE, INVOICE_NAME_MAX, merchantApi } from '@stablegate/contract';
import { Button, Field, TextInput } from '@stablegate/ui';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { CodeBlock } from '../code-block';
import { EndpointLine } from '../reference/endpoint-line';
import { useOwnStore } from './own-store';
import { OwnStoreName } from './own-store-name';
import { TryOutcomeView } from './try-it-outcome';
import { type TryIt as Tried, useTryIt } from './use-try-it';

/** Creates a real invoice in a store of the user. Guests see at the top of the page how to get here. */
export function TryIt() {
  const { t } = useTranslation();
  const own = useOwnStore();
  const [isOpen, setOpen] = useState(false);
  const tried = useTryIt(own.store?.id);
  if (!own.isSignedIn) return null;
  const open = () => {
    own.ask();
    setOpen(true);
  };
  return (
    <section className="api-section" aria-labelledby="try-it">
      <div className="api-words">
        <h2 id="try-it">{t('Try it')}</h2>
        <EndpointLine method={merchantApi.create.method} path={`${API_BASE}${merchantApi.create.path}`} />
        <p className="try-words">{t('Sends the call above with the API key of your merchant, and creates a real invoice.')}</p>
        {isOpen ? <TryForm tried={tried} /> : <Button onClick={open}>{t('Try it')}</Button>}
      </div>
      <div className="api-code">
        <RequestBody tried={tried} />
        <div className="try-result" aria-live="polite">
          {tried.outcome !== undefined && <TryOutcomeView outcome={tried.outcome} />}
        </div>
      </div>
    </section>
  );
}

function TryForm({ tried: { form, submit, isSubmitting, rules } }: { tried: Tried }) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const { errors } = form.formState;
  return (
    <form className="try-form" noValidate onSubmit={(event) => void submit(event)}>
      <OwnStoreName />
      <Field label={t('Amount')} error={errors.amount?.message} hint={t('The customer pays this plus the 0.5% fee.')}>
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('amount', { validate: rules.amount })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            // The focused button was replaced by this form.
            autoFocus
            required
            end={<span className="px-2 text-caption text-subtle">USDT</span>}
          />
        )}
      </Field>
      <Field label={t('Invoice Name')} error={errors.name?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('name', { validate: rules.name })}
            autoComplete="off"
            maxLength={INVOICE_NAME_MAX}
            required
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting} disabled={store === undefined}>
        {t('Create invoice')}
      </Button>
    </form>
  );
}

/** A live preview of the request. */
function RequestBody({ tried: { form } }: { tried: Tried }) {
  const { t } = useTranslation();
  const [name, amount] = useWatch({ control: form.control, name: ['name', 'amount'] });
  const body = { name: name.trim(), amount: amount.trim(), request_id: 'try-…' };
  return <CodeBlock title={t('Request body')} language="json" code={JSON.stringify(body, null, 2)} />;
}
