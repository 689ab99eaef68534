import { type ConfirmOptions, confirm } from '@stablegate/ui';
import { useTranslation } from './i18n/texts';

export type ConfirmedAction = { run: () => Promise<void>; isBusy: boolean };
type Mutation = { mutate: () => void; isPending: boolean };
type Question = Omit<ConfirmOptions, 'cancelLabel'> & { cancelLabel?: string };

/** Acts only after the question was answered with yes. */
export function useConfirmed({ mutate, isPending }: Mutation, question: Question): ConfirmedAction {
  const { t } = useTranslation();
  const run = async () => {
    if (await confirm({ cancelLabel: t('Cancel'), ...(question.danger === true && { icon: 'warning' }), ...question })) mutate();
  };
  return { run, isBusy: isPending };
}
