import type { Invoice } from '@stablegate/contract';
import { Amount, middleTruncated } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ReceiptText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { InvoiceStatusBadge } from '../../lib/invoice-status';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { useSettled } from '../../lib/lists/use-settled';
import { useSession } from '../../lib/session/session';
import type { Command } from './command.types';
import { findInvoices } from './find-invoices';

/** Fewer letters match too many names to be worth a request. */
const LETTERS_MIN = 3;
const group = 'invoices' as const;

/** Requested once typing pauses; a superseded request is aborted. */
export function useInvoiceCommands(typed: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isAuthenticated, emailVerified } = useSession();
  const text = typed.trim();
  const settled = useSettled(text);
  const isAsked = isAuthenticated && emailVerified && [...text].length >= LETTERS_MIN;
  const found = useQuery({
    queryKey: [...INVOICES_KEY, 'command', settled],
    queryFn: ({ signal }) => findInvoices(settled, signal),
    enabled: isAsked && [...settled].length >= LETTERS_MIN,
  });
  // Results for other letters are not shown.
  const isSettled = isAsked && settled === text;
  const { invoices, hasMore } = (isSettled ? found.data : undefined) ?? { invoices: [], hasMore: false };
  const more: Command = {
    id: 'invoices more',
    group,
    label: t('All invoices with this name'),
    words: [],
    icon: <ArrowRight className="icon flip" aria-hidden="true" />,
    run: () => void navigate(`/invoices?${new URLSearchParams({ name: settled }).toString()}`),
  };
  const commands = invoices.map((invoice) => invoiceCommand(invoice, () => void navigate(detailsHref(invoice.transId))));
  return {
    commands: hasMore ? [...commands, more] : commands,
    isSearching: isAsked && (!isSettled || found.isPending),
    failed: isSettled && found.isError ? found : undefined,
  };
}

const invoiceCommand = (invoice: Invoice, run: () => void): Command => ({
  id: `invoice ${invoice.transId}`,
  group,
  label: invoice.name,
  words: [],
  icon: <ReceiptText className="icon" aria-hidden="true" />,
  detail: (
    <>
      <span className="mono" dir="ltr">
        {middleTruncated(invoice.transId)}
      </span>{' '}
      · <Amount value={invoice.amount} decimals={4} unit={invoice.currency} /> · {invoice.storeName}
    </>
  ),
  end: <InvoiceStatusBadge invoice={invoice} />,
  run,
});
