import { type DepositMethod, depositsApi } from '@stablegate/contract';
import { readMicros, shortMicros } from '@stablegate/rules';
import { popup } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { type BankDetails, openTransfer } from './bank/open-transfer';
import { browserRandom, newReference } from './bank/reference';
import { depositsQuery, NEWEST, refreshDeposits } from './deposits.queries';

export type OpenedPayment = { id: string; url: string; isBlocked: boolean; payable: bigint | undefined };
/** The top-up begun last: the amount chosen for it, and the exact one to send, which may be slightly more. */
export type BegunTopUp = { id: string; method: DepositMethod; micros: bigint | undefined; payable?: bigint | undefined };

const REFERENCE_TRIES = 3;
/** Any other value would open a page of this site that does not exist. */
const isWebAddress = (url: unknown): boolean => typeof url === 'string' && /^https?:\/\//.test(url);

/** A reference that is already taken: another one is generated. */
async function createBank(amount: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const description = newReference(browserRandom);
      return await call(depositsApi.createBank, {
        query: { method: 'vietnam-bank-auto', amount, description, topupBack: window.location.href },
      });
    } catch (error) {
      if (attempt >= REFERENCE_TRIES || !(error instanceof ApiError) || error.code !== 'reference_taken') throw error;
    }
  }
}

export function useTopUp() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [bank, setBank] = useState<BankDetails>();
  const [opened, setOpened] = useState<OpenedPayment>();
  const [begun, setBegun] = useState<BegunTopUp>();
  const showBank = (details: BankDetails) => {
    setBank(details);
    setBegun({ id: details.id, method: 'vietnam-bank-auto', micros: readMicros(details.amount) });
  };
  const failed = (text: string, error?: unknown) =>
    void popup({ icon: 'error', title: t('Error'), text, detail: errorText(t, error, '') || undefined, buttonLabel: t('OK') });

  const usdt = useMutation({
    mutationFn: async ({ micros, tab }: { micros: bigint; tab: Window | null }) => {
      const { id, urlPayment, ...told } = await call(depositsApi.createUsdt, { body: { amount: shortMicros(micros) } })
        .then((reply) => ({ ...reply })) // an empty answer has no URL either
        .catch((error: unknown) => {
          tab?.close();
          throw error;
        });
      if (!isWebAddress(urlPayment)) {
        tab?.close();
        return failed(t('No payment URL received'));
      }
      if (tab !== null) {
        tab.opener = null; // the payment page must not access this one
        tab.location.replace(urlPayment);
      }
      const payable = readMicros(told.payable ?? ''); // specification 1 has the URL only
      setOpened({ id, url: urlPayment, isBlocked: tab === null, payable });
      setBegun({ id, method: 'usdt-auto', micros, payable });
    },
    onError: (error) => failed(t('Failed to create invoice'), error),
    onSettled: () => refreshDeposits(client),
  });
  const transfer = useMutation({
    mutationFn: async (micros: bigint) => {
      const { content } = await client.fetchQuery({ ...depositsQuery(NEWEST), staleTime: 0 });
      const amount = shortMicros(micros);
      showBank(openTransfer(content, micros) ?? { ...(await createBank(amount)), amount });
    },
    onError: (error) => failed(t('Failed to create invoice'), error),
    onSettled: () => refreshDeposits(client),
  });

  return {
    bank,
    opened,
    begun,
    isBusy: usdt.isPending || transfer.isPending,
    closeBank: () => setBank(undefined),
    payByBank: (micros: bigint) => transfer.mutate(micros),
    showBank,
    // The tab is opened in the click itself: browsers block one that opens later as a popup.
    payByUsdt: (micros: bigint) => usdt.mutate({ micros, tab: window.open('about:blank', '_blank') }),
  };
}
