import { type InvoiceDetails, NETWORK_NAMES, REFUND_REASONS, type RefundOverview } from '@stablegate/contract';
import { Dialog, Field, Notice, Select, TextArea, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { networkFactsQuery } from '../../../lib/api/stores.queries';
import { DialogFoot } from '../../../lib/dialog-foot';
import { shownAmount } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { NetworkLogo } from '../../../lib/networks/network-name';
import { reasonWords, warningWords } from './refund-words';
import { refundAddressQuery } from './refunds.queries';
import { type RefundValues, useRefundForm } from './use-refund-form';

type Props = { invoice: InvoiceDetails; overview: RefundOverview; onClose: () => void };

export function RefundDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={props.onClose}
      wide
      title={t('Refund')}
      text={t('You send the money from your own wallet; we then confirm it on the blockchain.')}
      closeLabel={t('Close')}
    >
      {isOpen && <RefundForm {...props} />}
    </Dialog>
  );
}

function RefundForm({ invoice, overview, onClose }: Props) {
  const { t } = useTranslation();
  const { form, submit, choose, rules } = useRefundForm(invoice.transId, overview, onClose);
  const { errors, isSubmitting } = form.formState;
  const words = reasonWords(t);
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Reason')}>
        {(aria) => (
          <Controller
            control={form.control}
            name="reason"
            render={({ field }) => (
              <Select
                {...aria}
                value={field.value}
                onChange={choose}
                options={REFUND_REASONS.map((reason) => ({ value: reason, label: words[reason] }))}
              />
            )}
          />
        )}
      </Field>
      <Field
        label={t('Amount')}
        hint={t('At most {{amount}} USDT. You also pay the network fee.', { amount: shownAmount(overview.left, 4) })}
        error={errors.amount?.message}
      >
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('amount', { validate: rules.amount })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            end={<span className="px-2 text-caption text-subtle">USDT</span>}
          />
        )}
      </Field>
      <NetworkField form={form} />
      <Field label={t('Address of the customer')} error={errors.address?.message}>
        {(aria) => (
          <TextArea
            {...aria}
            {...form.register('address', { validate: rules.address })}
            rows={2}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        )}
      </Field>
      <Warnings invoice={invoice} values={form.watch()} />
      <DialogFoot error={errors.root?.message} submitLabel={t('Continue')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}

function NetworkField({ form }: Pick<ReturnType<typeof useRefundForm>, 'form'>) {
  const { t } = useTranslation();
  const { data: networks = [] } = useQuery(networkFactsQuery);
  const chosen = form.watch('network');
  const offered = networks.filter(({ network, enabled }) => enabled || network === chosen).map(({ network }) => network);
  return (
    <Field label={t('Network')} error={form.formState.errors.network?.message}>
      {(aria) => (
        <Controller
          control={form.control}
          name="network"
          render={({ field }) => (
            <Select
              {...aria}
              value={field.value}
              onChange={field.onChange}
              options={(offered.length === 0 ? [chosen] : offered).map((network) => ({
                value: network,
                label: NETWORK_NAMES[network],
                icon: <NetworkLogo network={network} />,
              }))}
            />
          )}
        />
      )}
    </Field>
  );
}

/** We cannot know whose address it is: the first two are always shown. */
function Warnings({ invoice, values: { network, address } }: { invoice: InvoiceDetails; values: RefundValues }) {
  const { t } = useTranslation();
  const { data } = useQuery(refundAddressQuery(invoice.transId, network, address.trim()));
  const words = warningWords(t);
  const isPaidHere = invoice.transfers.some((transfer) => transfer.network === network);
  return (
    <Notice tone="warning">
      <ul className="refund-warnings">
        <li className="font-medium">{t('What is sent cannot be taken back. The fee of this invoice stays as it is.')}</li>
        <li>{t('Ask the customer for an address: money sent back to an exchange may never reach them.')}</li>
        {!isPaidHere && <li>{t('The payment came on another network. The address has to be one of the network chosen here.')}</li>}
        {data?.warnings.map((warning) => (
          <li key={warning}>{words[warning]}</li>
        ))}
      </ul>
    </Notice>
  );
}
