import type { Deposit } from '@stablegate/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type DepositPage, depositsQuery, NEWEST, refreshBalance } from './deposits.queries';

/** A deposit's present state; once it is paid, everything that shows the balance is refreshed. */
export function useDepositStatus(id: string | undefined, within: DepositPage = NEWEST): Deposit | undefined {
  const client = useQueryClient();
  const { data } = useQuery(depositsQuery(within));
  const deposit = data?.content.find((each) => each.id === id);
  const before = useRef(deposit?.status);
  useEffect(() => {
    if (deposit?.status === 'PAID' && before.current !== 'PAID') void refreshBalance(client);
    before.current = deposit?.status;
  }, [deposit?.status, client]);
  return deposit;
}
