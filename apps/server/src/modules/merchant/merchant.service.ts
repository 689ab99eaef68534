import type { NotificationSettings, TransferListQuery } from '@stablegate/contract';
import type { AuditFilters } from '../../platform/audit-log.queries';
import type { Past } from '../../platform/audit-past.domain';
import type { Tx } from '../../platform/db/db';
import type { StoredEvent } from '../../platform/events/outbox';
import type { StoreId, TransferId, UserId } from '../../platform/id-types';
import type { PageQuery } from '../../platform/lists/paging';
import type { Author } from '../../platform/principal';
import type { Assignment, InvoiceTransition, TransferOwner } from '../invoices/invoices.service';
import { auditTable, listOwnAudit } from './audit-log';
import { chosenInvoices, hideInvoices, retryCallbacks } from './bulk';
import { getFromInbox, listInbox } from './inbox';
import { createBalanceWatch, mailLowBalance } from './low-balance';
import type { MerchantDeps, MerchantServiceDeps, ReferringEntry } from './merchant.deps';
import { createMerchantMails } from './merchant-mails';
import { changeNotifications, getNotifications, takeBackNotifications } from './notification-settings';
import { mailPaid, mailReversed } from './notify-merchants';
import { countRevenue, getRevenue, getRevenueSeries } from './revenue';
import { isSecondFactorAdvised } from './second-factor-advice';
import { findSubjects } from './statements/find-subjects';
import { createStatementMail, sendStatements } from './statements/statement-mail';
import { listStatements, openStatement, type StatementRequest, type StatementWords } from './statements/statements';

const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** Often, since a month ends at another hour of UTC in every time zone; what was sent is not sent again. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Merchant screens that combine the modules below: bulk actions, the inbox, the dashboard, mails about the business. */
export function createMerchantService({ jobs, mailQueue, ...rest }: MerchantServiceDeps) {
  const deps: MerchantDeps = { ...rest, mails: createMerchantMails(mailQueue) };
  const balanceWatch = createBalanceWatch(deps);
  jobs.register('balance.recovered', balanceWatch.forgetRecovered, { cron: EVERY_FIVE_MINUTES, retryLimit: 0 });
  const mailStatement = createStatementMail(mailQueue, deps);
  jobs.register('statements.send', async () => void (await sendStatements(deps, mailStatement)), {
    cron: EVERY_TEN_MINUTES,
    retryLimit: 0,
  });
  const decide = async (transferId: TransferId, decision: Promise<void>) => {
    await decision;
    return getFromInbox(deps, transferId);
  };
  return {
    listAudit: (userId: UserId, query: AuditFilters & PageQuery) => listOwnAudit(deps, userId, query),
    auditTable: (userId: UserId, filters: AuditFilters, t: (key: string) => string) => auditTable(deps, userId, filters, t),
    /** In the transaction that changes the invoices. */
    countRevenue: (tx: Tx, transitions: readonly InvoiceTransition[]) => countRevenue(deps, tx, transitions),
    isSecondFactorAdvised: (userId: UserId, balanceMicros: bigint) => isSecondFactorAdvised(deps, userId, balanceMicros),
    watchBalance: balanceWatch.watch,
    /** Follow-ups of `invoice.completed`, `invoice.reversed` and `balance.low`. */
    mailPaid: (tx: Tx, events: readonly StoredEvent[]) => mailPaid(deps, tx, events),
    mailReversed: (tx: Tx, events: readonly StoredEvent[]) => mailReversed(deps, tx, events),
    mailLowBalance: (tx: Tx, events: readonly StoredEvent[]) => mailLowBalance(deps, tx, events),
    forgetRecovered: balanceWatch.forgetRecovered,
    retryCallbacks: (userId: UserId, ids: readonly string[]) => retryCallbacks(deps, userId, ids),
    hideInvoices: (userId: UserId, ids: readonly string[]) => hideInvoices(deps, userId, ids),
    chosenInvoices: (userId: UserId, ids: readonly string[]) => chosenInvoices(deps, userId, ids),

    /** What references of the ledger stand for. */
    findSubjects: (entries: readonly ReferringEntry[]) => findSubjects(deps.db.query, entries),
    listStatements: (userId: UserId, storeId: StoreId | undefined, page: PageQuery) => listStatements(deps, userId, storeId, page),
    openStatement: (userId: UserId, request: StatementRequest, words: StatementWords) => openStatement(deps, userId, request, words),
    sendStatements: () => sendStatements(deps, mailStatement),

    listInbox: (owner: TransferOwner, query: TransferListQuery) => listInbox(deps, owner, query),
    assign: (owner: TransferOwner, id: TransferId, assignment: Assignment) =>
      decide(id, deps.invoices.assignTransfer(owner, id, assignment)),
    unassign: (owner: TransferOwner, id: TransferId) => decide(id, deps.invoices.unassignTransfer(owner, id)),
    dismiss: (owner: TransferOwner, id: TransferId, reason: string) => decide(id, deps.invoices.dismissTransfer(owner, id, reason)),
    restore: (owner: TransferOwner, id: TransferId) => decide(id, deps.invoices.restoreTransfer(owner, id)),

    /** Of one user; without one, of the whole platform. */
    getRevenue: (userId?: UserId) => getRevenue(deps, userId),
    getRevenueSeries: (days: number, userId?: UserId) => getRevenueSeries(deps, days, userId),

    getNotifications: (callerId: UserId, userId: UserId) => getNotifications(deps, callerId, userId),
    changeNotifications: (
      callerId: UserId,
      userId: UserId,
      changes: { readonly [K in keyof NotificationSettings]?: boolean | undefined },
    ) => changeNotifications(deps, callerId, userId, changes),
    /** Of a report of changes that were not the owner's. */
    takeBack: (tx: Tx, author: Author, past: Past) => takeBackNotifications(deps, tx, author, past),
    timeZone: deps.timeZone,
    now: () => deps.clocks.business.now(),
  };
}
export type MerchantService = ReturnType<typeof createMerchantService>;
