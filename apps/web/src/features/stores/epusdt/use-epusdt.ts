import { EPUSDT_RATE_PATH, type EpusdtChange, type EpusdtRateSource, type EpusdtSettings, epusdtSettingsApi } from '@stablegate/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../../lib/i18n/typed-number';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { type ConfirmedAction, useConfirmed } from '../../../lib/use-confirmed';
import { useOwnStore } from '../own-store';
import { useAnnounce } from '../use-announce';
import { useStoreChange } from '../use-store-actions';

export const epusdtQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'epusdt', id],
    queryFn: ({ signal }) => call(epusdtSettingsApi.get, { params: { id }, signal }),
  });

export type EpusdtValues = { enabled: boolean; source: EpusdtRateSource; rate: string; rateUrl: string; ratePath: string };

const valuesOf = ({ enabled, source, rate, rateUrl, ratePath }: EpusdtSettings, language: string): EpusdtValues => ({
  enabled,
  source,
  rate: writtenDecimal(rate ?? '', language),
  rateUrl: rateUrl ?? '',
  ratePath: ratePath ?? EPUSDT_RATE_PATH,
});

/** As it is sent; what is no number stays as it was typed, and is refused. */
export const sentRate = (typed: string, language: string): string => readDecimal(typed, language) ?? typed.trim();

function changeOf({ enabled, source, rate: typed, rateUrl, ratePath }: EpusdtValues, language: string): EpusdtChange {
  const rate = sentRate(typed, language);
  if (source === 'usdt') return { source, enabled };
  if (source === 'fixed') return { source, enabled, rate };
  return { source, enabled, rate, rateUrl: rateUrl.trim(), ratePath: ratePath.trim() };
}

const isField = (path: string): path is 'rate' | 'rateUrl' | 'ratePath' => ['rate', 'rateUrl', 'ratePath'].includes(path);

export function useEpusdtForm(settings: EpusdtSettings) {
  const { t, language } = useTranslation();
  const { store } = useOwnStore();
  const client = useQueryClient();
  const announce = useAnnounce();
  const form = useForm<EpusdtValues>({ defaultValues: valuesOf(settings, language) });
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    try {
      const saved = await withRecentSignIn(() =>
        call(epusdtSettingsApi.change, { params: { id: store.id }, body: changeOf(values, language) }),
      );
      client.setQueryData(epusdtQuery(store.id).queryKey, saved);
      form.reset(valuesOf(saved, language));
      announce.succeeded(t('Success'), t('Changes have been saved'));
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const problems = error instanceof ApiError ? error.fieldErrors : [];
      const refused = problems.find(({ path }) => isField(path));
      if (refused !== undefined && isField(refused.path))
        form.setError(refused.path, { message: fieldText(t, refused.message) }, { shouldFocus: true });
      else form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  return { ...form, submit, isSubmitting, isDirty };
}

export function useRenewEpusdtToken(): ConfirmedAction {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const change = useStoreChange({
    work: () => call(epusdtSettingsApi.refreshToken, { params: { id: store.id } }),
    onDone: (announce) => announce.succeeded(t('Success'), t('A new token has been generated.')),
    onError: (announce, error) => announce.refused(error, t('Something went wrong. Please try again.')),
  });
  return useConfirmed(change, {
    title: t('Reset the token?'),
    text: t('Orders signed with the old token are refused immediately, and callbacks are signed with the new one. Enter it in your shop.'),
    confirmLabel: t('Reset'),
    icon: 'warning',
  });
}
