import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type DepositPage, depositsQuery, isOpen, NEWEST, refreshBalance } from './deposits.queries';
import type { OwnDeposit } from './read-deposit';

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
