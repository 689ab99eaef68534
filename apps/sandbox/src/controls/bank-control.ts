import { randomUUID } from 'node:crypto';
import { sandboxControlsApi } from '@stablegate/contract';
import type { Extension } from '@stablegate/server/app';

/** A bank feed notification of an incoming transfer, in SePay's format; from there on it is the production code path. */
export const bankExtension: Extension = (route, { services: { deposits } }) => {
  route(sandboxControlsApi.bankTransfer, async (request) => {
    const { reference, amountVnd, transactionId = randomUUID() } = request.body;
    const [outcome = 'unmatched'] = await deposits.receiveTrusted({
      id: transactionId,
      gateway: deposits.bank?.name,
      accountNumber: deposits.bank?.account,
      transferType: 'in',
      transferAmount: amountVnd,
      content: reference,
    });
    return { transactionId, outcome };
  });
};
