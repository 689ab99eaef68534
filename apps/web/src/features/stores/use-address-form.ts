import { type Network, type Wallet, walletsApi } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api';
import { ApiError } from '../../lib/api-error';
import { errorText } from '../../lib/error-text';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/recent-sign-in';
import { STORES_KEY } from '../../lib/stores.queries';
import { useOwnStore } from './own-store';
import { useAnnounce } from './use-announce';

export type AddressValues = { network: Network; address: string };

/** Refusals that speak of one field stand at that field. */
const fieldOf: Readonly<Record<string, keyof AddressValues>> = {
  invalid_address: 'address',
  address_in_use: 'address',
  network_taken: 'network',
};

export type AddressFormOptions = {
  /** The wallet to change; without it a new one is added. */
  wallet: Wallet | undefined;
  network: Network;
  onSaved: () => void;
};

export function useAddressForm({ wallet, network, onSaved }: AddressFormOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const { store } = useOwnStore();
  const form = useForm<AddressValues>({ defaultValues: { network, address: wallet?.address ?? '' } });
  const { isSubmitting } = form.formState;

  const send = (values: AddressValues) =>
    wallet === undefined
      ? call(walletsApi.create, { body: { storeId: store.id, ...values } })
      : call(walletsApi.update, { params: { id: wallet.id }, body: { address: values.address } });

  const showRefusal = (error: unknown) => {
    if (isSignInNotConfirmed(error)) return;
    const otherwise = wallet === undefined ? t('Failed to add wallet') : t('Failed to update the address.');
    const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
    if (field !== undefined) return form.setError(field, { message: errorText(t, error, otherwise) }, { shouldFocus: true });
    const problem = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'address') : undefined;
    if (problem !== undefined) return form.setError('address', { message: t(problem.message) }, { shouldFocus: true });
    const reason = errorText(t, error, '');
    form.setError('root', { message: otherwise, type: reason });
  };

  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    const wanted = { ...values, address: values.address.trim() };
    try {
      await withRecentSignIn(() => send(wanted));
      await client.invalidateQueries({ queryKey: STORES_KEY });
      onSaved();
      announce.done(wallet === undefined ? t('Wallet added successfully') : t('Address updated'));
    } catch (error) {
      showRefusal(error);
    }
  });
  /** What was wrong with the address was so on the other network. */
  const chooseNetwork = (chosen: Network) => {
    form.clearErrors();
    form.setValue('network', chosen);
  };
  return { ...form, submit, isSubmitting, chooseNetwork };
}
