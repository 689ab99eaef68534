import { buffer } from 'node:stream/consumers';
import { formatMicros } from '@stablegate/rules';
import { asStoreId, asUserId, type UserId } from '../../../platform/id-types';
import type { MailTemplate } from '../../../platform/mail/mail-content';
import type { MailQueue, MailSender } from '../../../platform/mail/mail-queue';
import type { MerchantDeps } from '../merchant.deps';
import { listWaiting, markSent } from './statement-mail.queries';
import { lastClosedMonth, openStatement, readSums } from './statements';

type StatementValues = {
  readonly username: string;
  readonly email: string;
  readonly userId: string;
  readonly storeId: string;
  readonly store: string;
  readonly month: string;
  readonly opening: string;
  readonly topUps: string;
  readonly fees: string;
  readonly refunds: string;
  /** Absent: nothing went back to customers. */
  readonly refunded?: string;
  readonly closing: string;
};
export type SendStatement = MailSender<StatementValues>;

/** A run must end within the lease of a job; the next one goes on. */
const USERS_PER_RUN = 200;

const statementMail: MailTemplate<StatementValues> = ({ t, page }, values) => {
  const { username, email, storeId, store, month, opening, topUps, fees, refunds, refunded, closing } = values;
  const usd = (amount: string) => `${amount} USD`;
  return {
    subject: t('Statement {{month}} of {{store}}', { month, store }),
    preview: t('Your balance at the end of the month: {{closing}} USD.', { closing }),
    heading: t('Your monthly statement'),
    intro: t('Hello {{username}}, here is the statement of {{store}} for {{month}}. The PDF is attached.', { username, store, month }),
    facts: [
      { label: t('Opening balance'), value: usd(opening) },
      { label: t('Top-ups'), value: usd(topUps) },
      { label: t('Fees'), value: usd(fees) },
      { label: t('Refunds'), value: usd(refunds) },
      { label: t('Closing balance'), value: usd(closing) },
      ...(refunded === undefined ? [] : [{ label: t('Refunded to the customer'), value: `${refunded} USDT` }]),
    ],
    button: { label: t('Open statements'), url: page(`/statements?storeId=${storeId}`) },
    closing: t('You can switch these mails off under Profile, Security.'),
    footer: t('Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.', { email }),
  };
};

export const createStatementMail = (queue: MailQueue, deps: MerchantDeps): SendStatement =>
  queue.define('monthly-statement', statementMail, async ({ userId, storeId, month }, language) => {
    const request = { month, storeId: asStoreId(storeId), format: 'pdf' } as const;
    const file = await openStatement(deps, asUserId(userId), request, { language, t: await deps.translator(language) });
    return [{ filename: file.name, contentType: file.mediaType, content: await buffer(file.stream) }];
  });

/** One mail per merchant whose account moved in the month. */
async function queueMails(deps: MerchantDeps, send: SendStatement, userId: UserId, month: string): Promise<number> {
  const stores = await deps.stores.list(userId);
  const isKnown = (await deps.ledger.findSpan(userId, new Date(0), new Date(0))) !== undefined;
  const statements = isKnown
    ? await Promise.all(stores.map(async (store) => ({ store, sums: await readSums(deps, userId, asStoreId(store.id), month) })))
    : [];
  return deps.db.transaction(async (tx) => {
    const reader = await deps.accounts.findMailReader(tx, userId);
    if (!(await markSent(tx, userId, month)) || reader === undefined) return 0;
    const moved = statements.filter(({ sums }) => sums.lines > 0 || sums.refundedMicros > 0n);
    for (const { store, sums } of moved) {
      const { language, ...who } = reader;
      const values = {
        ...who,
        userId,
        storeId: store.id,
        store: store.name,
        month,
        opening: formatMicros(sums.openingMicros),
        topUps: formatMicros(sums.topUpsMicros),
        fees: formatMicros(sums.feesMicros),
        refunds: formatMicros(sums.refundsMicros),
        closing: formatMicros(sums.closingMicros),
        ...(sums.refundedMicros === 0n ? {} : { refunded: formatMicros(sums.refundedMicros) }),
      };
      await send(tx, { to: reader.email, language, values });
    }
    return moved.length;
  });
}

/** On the first of the month, once it is closed; what a worker that was down has missed, later. Returns how many mails it queued. */
export async function sendStatements(deps: MerchantDeps, send: SendStatement): Promise<number> {
  const month = lastClosedMonth(deps);
  let queued = 0;
  for (const userId of await listWaiting(deps.db.query, month, USERS_PER_RUN)) queued += await queueMails(deps, send, userId, month);
  return queued;
}
