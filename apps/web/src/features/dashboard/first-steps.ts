import { useQuery } from '@tanstack/react-query';
import { invoiceCountsQuery } from '../../lib/api/invoices.queries';
import { storeQuery, storesQuery } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { useHasScreen } from '../../lib/screen';
import { useAccount } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import { revenueQuery } from './dashboard.queries';
import { trialLeft } from './trial';

export type FirstStep = { id: string; title: string; text: string; action: string; to: string; isDone: boolean };

/** Progress on the way to the first payment; undefined until it is known, or 'some' once it is known that steps are left. */
export function useFirstSteps(): readonly FirstStep[] | 'some' | undefined {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const { data: user } = useAccount();
  const { data: stores, isPending: isStorePending } = useQuery(storesQuery);
  const { data: counts, isPending: isCountPending } = useQuery(invoiceCountsQuery);
  const { data: revenue } = useQuery(revenueQuery);
  const first = stores?.at(-1);
  // Invoices that were deleted from the list are counted no more; what they brought stays in the revenue.
  const hasPayment = (counts?.byStatus.SUCCESS ?? 0) > 0 || (revenue?.allTime ?? 0) > 0;
  const hasInvoice = (counts?.total ?? 0) > 0 || hasPayment;
  // An invoice implies an address; before that, the first store tells.
  const { data: details } = useQuery({
    ...storeQuery(first?.id ?? ''),
    enabled: first !== undefined && counts !== undefined && !hasInvoice,
  });
  if (user === undefined || stores === undefined || counts === undefined) {
    // To top up is a step: an account without balance has it before it, whatever the other answers say.
    return user?.balance === 0 && hasScreen('/top-up') && (isStorePending || isCountPending) ? 'some' : undefined;
  }
  const hasAddress = hasInvoice || (details?.wallets.length ?? 0) > 0;
  const isTrial = trialLeft(user.createDate, serverClock.now()) !== undefined;
  const steps: readonly FirstStep[] = [
    {
      id: 'store',
      title: t('Add your first merchant'),
      text: t('It has the name your customers see and its own API key.'),
      action: t('Add New Merchant'),
      to: '/merchants?new=1',
      isDone: stores.length > 0,
    },
    {
      id: 'address',
      title: t('Add a USDT receiving address'),
      text: t('One per network. You alone hold its key.'),
      action: t('Add address'),
      to: first === undefined ? '/merchants' : `/manage-merchant?id=${encodeURIComponent(first.id)}&tab=addresses&add=1`,
      isDone: hasAddress,
    },
    {
      id: 'invoice',
      title: t('Create your first invoice'),
      text: t('On screen as a payment link, or with the API.'),
      action: t('Create invoice'),
      to: '/invoices?new=1',
      isDone: hasInvoice,
    },
    {
      id: 'paid',
      title: t('Receive your first payment'),
      text: t('Send the payment link, or pay it yourself.'),
      action: t('Open'),
      to: '/invoices',
      isDone: hasPayment,
    },
    {
      id: 'balance',
      title: t('Top up your balance'),
      text: isTrial ? t('Fees are charged from it once the trial ends.') : t('Fees are charged from it.'),
      action: t('Top Up'),
      to: '/top-up',
      isDone: (user.balance ?? 0) > 0,
    },
  ];
  return steps.filter(({ to }) => hasScreen(to));
}
