import { type AddressChallenge, type AddressWarning, NETWORK_NAMES, type Network } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import { Button, Checkbox, CopyButton, Field, Hint, Notice, TextArea } from '@stablegate/ui';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { fullTimeInText } from '../../../lib/time/local-time';
import { useAnnounce } from '../use-announce';
import type { AddressValues } from './use-address-form';

type Form = Pick<UseFormReturn<AddressValues>, 'register' | 'control' | 'formState'>;

/** The address format of the network in one line. */
export const addressHelp = (t: TFunction, network: Network): string => {
  if (FAMILY_OF[network] === 'tron') return t('Starts with T and has 34 characters.');
  if (FAMILY_OF[network] === 'solana') return t('The address of your wallet, not of a token account.');
  return t('Starts with 0x and has 42 characters. The same address can serve all EVM networks.');
};

const warningText = (t: TFunction, warning: AddressWarning): string =>
  ({
    contract: t(
      'A contract is deployed at this address. That is right for a smart-contract wallet of your own, such as Safe. What is sent to any other contract is lost.',
    ),
    contract_elsewhere: t(
      'A contract is deployed at this address on another network, but not on this one. Use it only if you can deploy the same wallet here: otherwise what is sent here is lost.',
    ),
    program_address: t(
      'This address belongs to a Solana program and has no key. That is right for a multisignature vault of your own. Many wallets and exchanges do not send to such an address.',
    ),
  })[warning];

const signingHelp = (t: TFunction, network: Network): string => {
  if (FAMILY_OF[network] === 'tron') return t('TronLink or TronScan signs it as a message (signMessageV2). No transaction, no fee.');
  if (FAMILY_OF[network] === 'solana') return t('Your wallet signs it as a message. No transaction, no fee. Base58, base64 or hex.');
  return t('Your wallet or a block explorer signs it as a message (personal_sign). No transaction, no fee.');
};

/** A token account was entered: its wallet was meant. */
export function TokenAccountOwner({ owner, onUse }: { owner: string; onUse: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="info"
      role="status"
      title={t('It belongs to this wallet:')}
      action={
        <Button size="sm" onClick={onUse}>
          {t('Use this address')}
        </Button>
      }
    >
      <span className="mono address-whole" dir="ltr">
        {owner}
      </span>
    </Notice>
  );
}

export function AddressWarnings({ form, warnings, network }: { form: Form; warnings: readonly AddressWarning[]; network: Network }) {
  const { t } = useTranslation();
  const problem = form.formState.errors.confirmed?.message;
  return (
    <Notice tone="warning" role="alert" title={t('Please check this address')}>
      {warnings.map((warning) => (
        <p key={warning}>{warningText(t, warning)}</p>
      ))}
      <div className="address-confirm">
        <Controller
          control={form.control}
          name="confirmed"
          render={({ field }) => (
            <Checkbox
              checked={field.value}
              onChange={field.onChange}
              label={t('I can spend from this address on {{network}}.', { network: NETWORK_NAMES[network] })}
            />
          )}
        />
      </div>
      {problem !== undefined && (
        <Hint tone="danger" role="alert">
          {problem}
        </Hint>
      )}
    </Notice>
  );
}

export function ProofOfOwnership({ form, challenge, network }: { form: Form; challenge: AddressChallenge; network: Network }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { errors } = form.formState;
  return (
    <section className="address-proof" aria-label={t('Prove that this address is yours')}>
      <div>
        <h3 className="card-title">{t('Prove that this address is yours')}</h3>
        <p className="text-muted">
          {t('Sign this message with the key of the address and enter the signature. It is valid until {{time}}.', {
            time: fullTimeInText(new Date(challenge.expiresAt)),
          })}
        </p>
      </div>
      <div className="address-message">
        <pre className="mono" dir="ltr">
          {challenge.message}
        </pre>
        <CopyButton
          value={challenge.message}
          label={t('Copy message')}
          copiedLabel={t('Copied')}
          onCopied={() => announce.copied(t('Message copied to clipboard'))}
          onFailed={announce.copyRefused}
        />
      </div>
      <Field label={t('Signature')} hint={signingHelp(t, network)} error={errors.signature?.message}>
        {(aria) => (
          <TextArea
            {...aria}
            {...form.register('signature')}
            className="address-signature"
            rows={3}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </section>
  );
}
