import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type DepositPage, depositsQuery, isOpen, NEWEST, refreshBalance } from './deposits.queries';
import type { OwnDeposit } from './read-deposit';
import type { BegunTopUp } from './use-top-up';

/** Once a listed deposit is paid that was open before, everything that shows the balance is refreshed. */
export function useFreshBalance(deposits: readonly OwnDeposit[] | undefined): void {
  const client = useQueryClient();
  const open = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (deposits === undefined) return;
    if (deposits.some(({ id, status }) => status === 'PAID' && open.current.has(id))) void refreshBalance(client);
    open.current = new Set(deposits.filter(isOpen).map(({ id }) => id));
  }, [deposits, client]);
}

/** A deposit's present state. */
export function useDepositStatus(id: string | undefined, within: DepositPage = NEWEST): OwnDeposit | undefined {
  const { data } = useQuery(depositsQuery(within));
  useFreshBalance(data?.content);
  return data?.content.find((each) => each.id === id);
}

type Chosen = { readonly method: string; readonly micros: bigint | undefined };
export type BegunSum = { readonly payable: bigint | undefined; readonly isReceived: boolean };

/** Of the top-up begun with what is chosen now. Undefined for any other choice, and once its time is over: nothing of that exists yet. */
export function useBegunSum(begun: BegunTopUp | undefined, { method, micros }: Chosen): BegunSum | undefined {
  const { data } = useQuery(depositsQuery(NEWEST));
  if (begun === undefined || begun.method !== method || begun.micros !== micros) return undefined;
  const status = data?.content.find(({ id }) => id === begun.id)?.status;
  return status === 'CANCELED' ? undefined : { payable: begun.payable, isReceived: status === 'PAID' };
}
