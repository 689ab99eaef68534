import { type InboxTransfer, type Invoice, invoicesApi } from '@stablegate/contract';
import { Amount, Button, Dialog, Field, middleTruncated, TextInput, TruncatedId } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api/api';
import { fetchInvoices, INVOICES_KEY } from '../../lib/api/invoices.queries';
import { shownAmount } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { InvoiceStatusBadge, isPartlyPaid } from '../../lib/invoice-status';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import { useSettled } from '../../lib/lists/use-settled';
import { FullTime } from '../../lib/time/full-time';
import { confirmPaid } from './confirm-paid';
import { completes, matchOf, matchText } from './match-hint';
import type { TransferActions } from './use-transfer-actions';

export type OtherInvoiceDialogProps = { open: boolean; onClose: () => void; transfer: InboxTransfer; actions: TransferActions };

/** The list does not say how much of an invoice is paid. Where its details cannot be read, the assignment tells why. */
const readPaid = ({ transId, payable }: Invoice): Promise<{ paid: string | undefined; due: string }> =>
  call(invoicesApi.get, { params: { transId } }).catch(() => ({ paid: undefined, due: payable }));

/** When none of the suggestions fits: any invoice, found by its name or transaction ID. */
export function OtherInvoiceDialog({ open, onClose, transfer, actions }: OtherInvoiceDialogProps) {
  const { t } = useTranslation();
  const choose = async (invoice: Invoice) => {
    const { transId, name, status } = invoice;
    const { paid, due } = await readPaid(invoice);
    const mayComplete = completes(matchOf(transfer, { due, status }));
    if (mayComplete && !(await confirmPaid(t, { name, amount: transfer.amount, due, confirmLabel: t('Assign') }))) return;
    actions.assign.mutate({ transId, paid });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('Assign to another invoice')}
      text={t('{{amount}} USDT will count for the invoice you choose.', { amount: shownAmount(transfer.amount, 6) })}
      closeLabel={t('Close')}
      wide
    >
      <Finder transfer={transfer} onChoose={(invoice) => void choose(invoice)} />
    </Dialog>
  );
}

const FOUND_MAX = 5;
/** Ids are 26 lower-case letters and digits. */
const ID_START = /^(?=.*\d)[a-z0-9]{10,64}$/i;

function Finder({ transfer, onChoose }: { transfer: InboxTransfer; onChoose: (invoice: Invoice) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = useSettled(typed.trim());
  const found = useQuery({
    queryKey: [...INVOICES_KEY, 'find', wanted],
    queryFn: ({ signal }) => fetchInvoices({ [ID_START.test(wanted) ? 'transId' : 'name']: wanted, page: 0, size: FOUND_MAX }, signal),
  });
  const rows = found.data?.content ?? [];
  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      <Field label={t('Invoice')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="search"
            autoComplete="off"
            start={<Search className="icon text-subtle" aria-hidden="true" />}
            placeholder={t('Transaction ID or name')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ul className="found-invoices" aria-label={t('Invoices')} aria-busy={found.isFetching}>
        {rows.map((invoice) => (
          <li key={invoice.transId}>
            <div className="found-invoice">
              <div className="truncate font-medium">{invoice.name}</div>
              {/* Invoices of one product share name, amount and merchant. */}
              <div className="text-caption text-muted">{invoice.storeName}</div>
              <div className="dotted text-caption text-muted">
                <span>{invoice.requestId === null ? <TruncatedId value={invoice.transId} /> : <bdi>{invoice.requestId}</bdi>}</span>
                <span className="whitespace-nowrap">
                  <FullTime at={invoice.createdAt} />
                </span>
              </div>
            </div>
            <InvoiceStatusBadge invoice={invoice} />
            <FoundDue invoice={invoice} transfer={transfer} />
            <Button
              size="sm"
              aria-label={t('Assign to {{name}}', { name: `${invoice.name}, ${invoice.requestId ?? middleTruncated(invoice.transId)}` })}
              onClick={() => onChoose(invoice)}
            >
              {t('Assign')}
            </Button>
          </li>
        ))}
      </ul>
      {hasFailed(found) && <LoadError title={t('Your invoices could not be loaded')} read={found} />}
      {found.data !== undefined && rows.length === 0 && <p className="text-muted">{t('No invoices found')}</p>}
    </div>
  );
}

/** How far the transfer is from it; what a partly paid one still misses is not in the list. */
function FoundDue({ invoice, transfer }: { invoice: Invoice; transfer: InboxTransfer }) {
  const { t } = useTranslation();
  return (
    <div className="found-due">
      <Amount className="font-medium" value={invoice.payable} decimals={4} unit="USDT" />
      {!isPartlyPaid(invoice) && (
        <span className="text-caption text-muted">{matchText(t, matchOf(transfer, { due: invoice.payable, status: invoice.status }))}</span>
      )}
    </div>
  );
}
