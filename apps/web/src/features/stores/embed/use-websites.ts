import { EMBED_ORIGINS_MAX, embedApi, embedOriginSchema } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { embedQuery } from '../../../lib/api/embed.query';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { useOwnStore } from '../own-store';
import { useAnnounce } from '../use-announce';

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function useWebsites(origins: readonly string[]) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const client = useQueryClient();
  const announce = useAnnounce();
  const textOf = (list: readonly string[]) => list.join('\n');
  const form = useForm<{ websites: string }>({ defaultValues: { websites: textOf(origins) } });
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ websites }) => {
    if (isSubmitting) return;
    try {
      const saved = await call(embedApi.change, { params: { id: store.id }, body: { origins: linesOf(websites) } });
      client.setQueryData(embedQuery(store.id).queryKey, saved);
      form.reset({ websites: textOf(saved.origins) });
      announce.succeeded(t('Success'), t('Changes have been saved'));
    } catch (error) {
      const problem = error instanceof ApiError ? error.fieldErrors[0] : undefined;
      const otherwise = t('Something went wrong. Please try again.');
      const message = problem === undefined ? errorText(t, error, otherwise) : fieldText(t, problem.message);
      form.setError('websites', { message }, { shouldFocus: true });
    }
  });
  const areWebsites = (text: string) => {
    const lines = linesOf(text);
    if (lines.length > EMBED_ORIGINS_MAX) return t('Please enter at most 20 websites.');
    const wrong = lines.find((line) => !embedOriginSchema.safeParse(line).success);
    if (wrong === undefined) return true;
    return `${wrong}: ${t('Please enter an address such as https://shop.example, without a path. Only localhost may use http.')}`;
  };
  return { ...form, submit, isSubmitting, isDirty, areWebsites };
}
