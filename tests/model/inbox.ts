import type { Sent } from './model';
import { isAboveFloor } from './rules';
import { answered, type Operation, paidSeen, pickDecider, pickOne } from './scene';

const RECENT = 60;
const latest = (sent: readonly Sent[], is: (sent: Sent) => boolean): Sent[] => sent.slice(-RECENT).filter(is);

/** Sometimes with the word that it is enough, even if something is missing: both happens or nothing. */
export const assign: Operation = async ({ chance, model, world }, owner) => {
  const { merchant } = owner;
  const sent = pickOne(
    chance,
    latest(merchant.sent, ({ place, live }) => (live && place === 'unmatched') || chance.happens(0.03)),
  );
  const invoice = pickOne(chance, merchant.invoices.filter(({ isTopUp }) => !isTopUp).slice(-12));
  if (sent === undefined || invoice === undefined) return undefined;
  const [seen, who, acceptPartial] = [paidSeen(chance, invoice), pickDecider(chance, owner), chance.happens(0.25)];
  const answer = await who.browser.post(`/transfers/${sent.id}/assign`, { transId: invoice.transId, acceptPartial, ...seen.body });
  const isFree = seen.isTrue && sent.live && sent.place === 'unmatched';
  const accepts = acceptPartial && invoice.isAcceptable(sent.micros);
  const mayAssign = isFree && (!accepts || isAboveFloor(invoice.paid + sent.micros, invoice.payable, who.floor));
  answered(answer, mayAssign ? 200 : isFree ? 403 : 409, `${who.name} assigning ${sent.id}`);
  if (!mayAssign) return `refused ${who.name} to assign ${sent.id} to ${invoice.transId}`;
  model.attach(sent, invoice, world.now());
  if (accepts) {
    invoice.accepted = invoice.paid;
    model.settle(invoice, world.now());
  }
  return `${who.name} assigned ${accepts ? 'and accepted ' : ''}${sent.id} to ${invoice.transId}`;
};

export const unassign: Operation = async ({ chance, model, world }, { merchant, browser }) => {
  const sent = pickOne(
    chance,
    latest(merchant.sent, ({ place, live }) => live && place === 'matched'),
  );
  if (sent?.invoice === undefined) return undefined;
  const mayUndo = sent.invoice.status !== 'SUCCESS';
  answered(await browser.post(`/transfers/${sent.id}/unassign`), mayUndo ? 200 : 409, `unassigning ${sent.id}`);
  if (mayUndo) model.detach(sent, world.now());
  return `${mayUndo ? 'unassigned' : 'refused to unassign'} ${sent.id}`;
};

export const dismiss: Operation = async ({ chance }, { merchant, browser }) => {
  const sent = pickOne(
    chance,
    latest(merchant.sent, ({ live }) => live),
  );
  if (sent === undefined) return undefined;
  const isFree = sent.place === 'unmatched';
  answered(await browser.post(`/transfers/${sent.id}/dismiss`, { reason: 'not ours' }), isFree ? 200 : 409, `dismissing ${sent.id}`);
  if (isFree) sent.place = 'ignored';
  return `${isFree ? 'dismissed' : 'refused to dismiss'} ${sent.id}`;
};

export const restore: Operation = async ({ chance }, { merchant, browser }) => {
  const sent = pickOne(
    chance,
    latest(merchant.sent, ({ live, place }) => live && place === 'ignored'),
  );
  if (sent === undefined) return undefined;
  answered(await browser.post(`/transfers/${sent.id}/restore`), 200, `restoring ${sent.id}`);
  sent.place = 'unmatched';
  return `restored ${sent.id}`;
};
