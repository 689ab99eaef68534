import { bankFeedApi, bankInboxApi, depositsApi } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { screenLanguage, sendExport } from '../../http/send-export';
import { asBankTransferId, asDepositId } from '../../platform/id-types';
import { toCreatedBankWire, toDepositWire, toInboxWire } from './deposit-views';
import type { DepositService } from './deposits.service';
import type { Translate } from './export-deposits';

export type DepositRouteDeps = {
  readonly deposits: DepositService;
  /** Texts in the caller's screen language. */
  readonly translator: (language: string) => Promise<Translate>;
};

export function mountDeposits(route: Router, { deposits, translator }: DepositRouteDeps): void {
  route(depositsApi.vndRate, async () => toWireNumber(await deposits.readRate()));

  route(depositsApi.networks, () => deposits.listNetworks());

  route(depositsApi.createUsdt, async (request, reply) =>
    reply.code(201).send(await deposits.createUsdt(signedIn(request).userId, request.body.amount)),
  );

  route(depositsApi.createBank, async (request, reply) => {
    const { userId } = signedIn(request);
    const { amount, description, topupBack } = request.query;
    const made = await deposits.createBank(userId, { amount, reference: description, topupBack, host: request.headers.host });
    return reply.code(201).send(toCreatedBankWire(made));
  });

  route(depositsApi.mine, async (request) => {
    const found = await deposits.list(signedIn(request).userId, request.query);
    return { ...found, content: found.content.map(toDepositWire) };
  });

  route(depositsApi.export, async (request, reply) => {
    const { format, date } = request.query;
    const { name, table } = deposits.export(signedIn(request).userId, date, await translator(screenLanguage(request)));
    return sendExport(reply, name, format, table);
  });

  mountBank(route, deposits);
}

function mountBank(route: Router, deposits: DepositService): void {
  route(bankFeedApi.sepay, async (request) => {
    await deposits.receiveFromSepay(request);
    return { success: true as const };
  });

  route(bankFeedApi.casso, async (request) => {
    await deposits.receiveFromCasso(request);
    return { error: 0 as const, success: true as const };
  });

  route(bankInboxApi.list, async (request) => {
    const { transfers, totalPages } = await deposits.listInbox(request.query);
    return { status: 'success' as const, data: { transfers: transfers.map(toInboxWire), currentPage: request.query.page, totalPages } };
  });

  route(bankInboxApi.assign, async (request) => {
    const { depositId, reason } = request.body;
    const assignment = {
      adminId: signedIn(request).userId,
      transferId: asBankTransferId(request.params.id),
      depositId: asDepositId(depositId),
      reason,
    };
    const credited = await deposits.assignBankTransfer(assignment);
    return { status: 'success' as const, data: { depositId, credited: formatMicros(credited) } };
  });
}
