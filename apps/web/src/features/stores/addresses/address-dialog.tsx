import { NETWORK_NAMES, type Network, sandboxControlsApi, type Wallet } from '@stablegate/contract';
import { Button, type ControlAria, Dialog, DialogActions, Field, Notice, Select, TextInput, toast } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { isSandbox } from '../../../lib/api/runtime-mode';
import { useTranslation } from '../../../lib/i18n/texts';
import { NetworkLogo, NetworkName } from '../../../lib/networks/network-name';
import { useOwnStore } from '../own-store';
import { AddressWarnings, addressHelp, ProofOfOwnership, TokenAccountOwner } from './address-doubts';
import { freeNetworks } from './networks';
import { useAddressForm } from './use-address-form';

/** The dialog's purpose: a new address, preselecting the network, or editing one. */
export type AddressTask = { add: Network } | { edit: Wallet };

export type AddressDialogProps = { task: AddressTask | undefined; onClose: () => void };

export function AddressDialog({ task, onClose }: AddressDialogProps) {
  const { t } = useTranslation();
  const isEdit = task !== undefined && 'edit' in task;
  return (
    <Dialog
      open={task !== undefined}
      onOpenChange={onClose}
      wide
      title={isEdit ? t('Edit address') : t('Add New Address')}
      text={
        isEdit
          ? t('Open invoices keep the address they were created with.')
          : t('Customers pay straight into it. Use an address whose keys you hold, on the network you choose.')
      }
      closeLabel={t('Close')}
    >
      {task !== undefined && <AddressForm task={task} onClose={onClose} />}
    </Dialog>
  );
}

function AddressForm({ task, onClose }: { task: AddressTask; onClose: () => void }) {
  const { t } = useTranslation();
  const wallet = 'edit' in task ? task.edit : undefined;
  const network = 'edit' in task ? task.edit.network : task.add;
  const form = useAddressForm({ wallet, network, onSaved: onClose });
  const { register, control, submit, isSubmitting, doubt, choose } = form;
  const { errors } = form.formState;
  const chosen = form.watch('network');
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {wallet === undefined ? (
        <Field label={t('Network')} error={errors.network?.message}>
          {(aria) => (
            <Controller
              control={control}
              name="network"
              render={({ field }) => <NetworkSelect {...aria} value={field.value} onChange={(name) => choose('network', name)} />}
            />
          )}
        </Field>
      ) : (
        <NetworkName network={wallet.network} />
      )}
      <Field label={t('Address')} hint={addressHelp(t, chosen)} error={errors.address?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('address', { validate: (value) => value.trim() !== '' || t('Address is required'), onChange: form.startAgain })}
            className="address-input"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      {isSandbox() && <TestAddress network={chosen} onMade={(address) => choose('address', address)} />}
      <Doubts form={form} network={chosen} />
      {wallet !== undefined && !wallet.proven && doubt.challenge === undefined && (
        <Button className="justify-self-start" onClick={() => void form.askForChallenge()}>
          {t('Prove ownership')}
        </Button>
      )}
      {errors.root && (
        <Notice tone="danger" role="alert" title={errors.root.message}>
          {errors.root.type}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {wallet === undefined ? t('Add address') : t('Save')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Whoever tries the sandbox has no address of its chains at hand. */
function TestAddress({ network, onMade }: { network: Network; onMade: (address: string) => void }) {
  const { t } = useTranslation();
  const make = useMutation({
    mutationFn: () => call(sandboxControlsApi.address, { query: { network } }),
    onSuccess: ({ address }) => onMade(address),
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
  });
  return (
    <button type="button" className="link justify-self-start text-caption" disabled={make.isPending} onClick={() => make.mutate()}>
      {t('Use a test address')}
    </button>
  );
}

/** What the server asks before it accepts the address. */
function Doubts({ form, network }: { form: ReturnType<typeof useAddressForm>; network: Network }) {
  const { owner, warnings, challenge } = form.doubt;
  return (
    <>
      {owner !== undefined && <TokenAccountOwner owner={owner} onUse={() => form.choose('address', owner)} />}
      {challenge !== undefined && <ProofOfOwnership form={form} challenge={challenge} network={network} />}
      {warnings !== undefined && <AddressWarnings form={form} warnings={warnings} network={network} />}
    </>
  );
}

type NetworkSelectProps = ControlAria & { value: Network; onChange: (network: Network) => void };

/** Specification 2, section 5: only networks the store has no wallet for. */
function NetworkSelect({ value, onChange, ...aria }: NetworkSelectProps) {
  const { wallets } = useOwnStore();
  const options = freeNetworks(wallets).map((network) => ({
    value: network,
    label: NETWORK_NAMES[network],
    icon: <NetworkLogo network={network} />,
  }));
  return <Select<Network> {...aria} value={value} onChange={onChange} options={options} />;
}
