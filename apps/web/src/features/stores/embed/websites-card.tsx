import { Field, Skeleton, TextArea } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { embedQuery } from '../../../lib/api/embed.query';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { FormFoot } from '../form-foot';
import { useOwnStore } from '../own-store';
import { useWebsites } from './use-websites';

/** Which websites may show the checkout within their own pages. */
export function WebsitesCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const settings = useQuery(embedQuery(store.id));
  return (
    <section className="card" aria-busy={settings.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Checkout on your website')}</h2>
      </div>
      {settings.data !== undefined ? (
        <WebsitesForm origins={settings.data.origins} />
      ) : settings.isError ? (
        <LoadError title={t('The settings could not be loaded')} read={settings} />
      ) : (
        <div className="card-body grid gap-3">
          <Skeleton width="lg" />
          <Skeleton width="full" />
        </div>
      )}
    </section>
  );
}

function WebsitesForm({ origins }: { origins: readonly string[] }) {
  const { t } = useTranslation();
  const { register, submit, isSubmitting, isDirty, formState, areWebsites } = useWebsites(origins);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="card-body grid grid-cols-1 gap-4">
        <Field
          label={t('Allowed websites')}
          hint={t('One address per line, such as https://shop.example. Only their pages may show the payment button and checkout.')}
          error={formState.errors.websites?.message}
        >
          {(aria) => (
            <TextArea
              {...aria}
              {...register('websites', { validate: areWebsites })}
              rows={3}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://shop.example"
            />
          )}
        </Field>
      </div>
      <FormFoot isDirty={isDirty} isSubmitting={isSubmitting} permission="stores" />
    </form>
  );
}
