import type { Tx } from '../../platform/db/db';
import type { MailTemplate } from '../../platform/mail/mail-content';
import type { CallbackDeps, GivenUpValues } from './callbacks.deps';
import { type DoneAttempt, wasGivenUpLately } from './dispatch.queries';
import { transIdOf } from './event-body';

export const givenUpMail: MailTemplate<GivenUpValues> = ({ t, page, formatTime }, { username, email, transId, url, answer, at }) => ({
  subject: t('A callback could not be delivered'),
  preview: t('Your server did not accept the callback of invoice {{transId}}.', { transId }),
  heading: t('A callback could not be delivered'),
  intro: t('Hello {{username}}, your server did not accept the callback of invoice {{transId}}. We have stopped trying.', {
    username,
    transId,
  }),
  facts: [
    { label: t('Address'), value: url },
    { label: t('Last answer'), value: answer },
    { label: t('Time'), value: formatTime(at) },
  ],
  button: { label: t('Open your invoices'), url: page('/invoices') },
  closing: t('Once your server is working again, open the invoice and resend the callback. Other callbacks may be waiting too.'),
  footer: t('Sent to {{email}} because it belongs to a Stablegate account. Hanoi, Vietnam.', { email }),
});

/** In the transaction that gives them up. A server that is down loses many in a row: one mail per hour and store is enough. */
export async function mailGivenUp(deps: CallbackDeps, tx: Tx, givenUp: readonly DoneAttempt[]): Promise<void> {
  const ids = givenUp.map(({ delivery }) => delivery.id);
  const firstOfStore = new Map([...givenUp].reverse().map((done) => [done.delivery.storeId, done]));
  for (const [storeId, done] of firstOfStore) {
    if (!(await wasGivenUpLately(tx, storeId, ids, done.at))) await mailOne(deps, tx, done);
  }
}

async function mailOne(deps: CallbackDeps, tx: Tx, { delivery, httpStatus, outcome, at }: DoneAttempt): Promise<void> {
  if (delivery.userId === null) return;
  const reader = await deps.accounts.findMailReader(tx, delivery.userId);
  if (reader === undefined) return;
  const { username, email, language } = reader;
  const answer = httpStatus === null ? outcome : `HTTP ${httpStatus}`;
  const values = { username, email, transId: transIdOf(delivery.body), url: delivery.url, answer, at: at.toISOString() };
  await deps.sendGivenUp(tx, { to: email, language, values });
}
