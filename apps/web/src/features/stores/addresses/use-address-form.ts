import { type AddressDoubt, addressDoubtSchema, type Network, type Wallet, walletsApi } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';
import { useAnnounce } from '../use-announce';

export type AddressValues = { network: Network; address: string; confirmed: boolean; signature: string };

/** Errors about one field are shown at that field. */
const fieldOf: Readonly<Record<string, keyof AddressValues>> = {
  invalid_address: 'address',
  address_in_use: 'address',
  address_is_token: 'address',
  address_is_token_account: 'address',
  address_is_unspendable: 'address',
  proof_refused: 'signature',
  proof_expired: 'signature',
  network_taken: 'network',
};
/** Questions, shown instead of an error. */
const QUESTIONS = ['address_needs_confirmation', 'address_needs_proof'];

export type AddressFormOptions = {
  /** The wallet to edit; without it a new one is added. */
  wallet: Wallet | undefined;
  network: Network;
  onSaved: () => void;
};

/** What the server asks about the address before it accepts it. */
function useDoubt() {
  const [doubt, setDoubt] = useState<AddressDoubt>({});
  return {
    doubt,
    add: (error: ApiError) => {
      const { data } = addressDoubtSchema.safeParse(error.details);
      if (data !== undefined) setDoubt((before) => ({ ...before, ...data }));
    },
    set: setDoubt,
  };
}

function sendAddress(wallet: AddressFormOptions['wallet'], storeId: string, { warnings, challenge }: AddressDoubt, values: AddressValues) {
  const { network, address, confirmed, signature } = values;
  const answers = {
    ...(warnings === undefined ? {} : { confirmed }),
    ...(challenge === undefined ? {} : { proof: { nonce: challenge.nonce, signature: signature.trim() } }),
  };
  return wallet === undefined
    ? call(walletsApi.create, { body: { storeId, network, address, ...answers } })
    : call(walletsApi.update, { params: { id: wallet.id }, body: { address, ...answers } });
}

export function useAddressForm({ wallet, network, onSaved }: AddressFormOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const { store } = useOwnStore();
  const { doubt, ...doubts } = useDoubt();
  const form = useForm<AddressValues>({ defaultValues: { network, address: wallet?.address ?? '', confirmed: false, signature: '' } });
  const { isSubmitting } = form.formState;

  const showRefusal = (error: unknown) => {
    if (isSignInNotConfirmed(error)) return;
    const otherwise = wallet === undefined ? t('Failed to add wallet') : t('Failed to update the address.');
    if (error instanceof ApiError) {
      doubts.add(error);
      if (QUESTIONS.includes(error.code)) return;
    }
    const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
    if (field !== undefined) return form.setError(field, { message: errorText(t, error, otherwise) }, { shouldFocus: true });
    const problem = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'address') : undefined;
    if (problem !== undefined) return form.setError('address', { message: fieldText(t, problem.message) }, { shouldFocus: true });
    const reason = errorText(t, error, '');
    form.setError('root', { message: otherwise, type: reason });
  };

  /** Questions are answered before anything is sent. */
  const isAnswered = ({ confirmed, signature }: AddressValues): boolean => {
    const lacksConfirmation = doubt.warnings !== undefined && !confirmed;
    const lacksSignature = doubt.challenge !== undefined && signature.trim() === '';
    if (lacksConfirmation) form.setError('confirmed', { message: t('Please confirm that you can spend from this address.') });
    if (lacksSignature) form.setError('signature', { message: t('Please enter the signature.') }, { shouldFocus: true });
    return !lacksConfirmation && !lacksSignature;
  };

  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting || !isAnswered(values)) return;
    const wanted = { ...values, address: values.address.trim() };
    try {
      const saved = await withRecentSignIn(() => sendAddress(wallet, store.id, doubt, wanted));
      await client.invalidateQueries({ queryKey: STORES_KEY });
      onSaved();
      if (saved.pendingAt !== null)
        announce.done(t('The address is not used until the waiting time is over. You can cancel it here or from our email.'));
      else announce.done(wallet === undefined ? t('Wallet added successfully') : t('Address updated'));
    } catch (error) {
      showRefusal(error);
    }
  });

  /** Another address or network: earlier errors and questions are obsolete. */
  const startAgain = () => {
    form.clearErrors();
    doubts.set({});
    form.setValue('confirmed', false);
    form.setValue('signature', '');
  };
  const choose = (name: 'network' | 'address', value: string) => {
    startAgain();
    form.setValue(name, value);
  };
  const askForChallenge = async () => {
    const { network: chosen, address } = form.getValues();
    try {
      const challenge = await call(walletsApi.challenge, { body: { storeId: store.id, network: chosen, address: address.trim() } });
      doubts.set((before) => ({ ...before, challenge }));
    } catch (error) {
      showRefusal(error);
    }
  };
  return { ...form, doubt, submit, isSubmitting, startAgain, choose, askForChallenge };
}
