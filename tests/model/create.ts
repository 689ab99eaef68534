import type { Invoice } from './invoice';
import { allAmounts, CENT, feeOf, isAboveFloor, mayStrangersHold, onGrid, takeable } from './rules';
import { answered, dollars, micros, type Operation, paidSeen, pickDecider, pickOne, type Scene } from './scene';
import { waitHours } from './time';
import type { Owner, Shop } from './world';

/** Few, so that they meet at an address; 99.5024 and its fee are exactly 100, and 10.05 is what 10 asks for. */
const PRICES = ['10', '10', '10.05', '10.3', '25.5', '99.5024', '100', '100', '4.02', '0.01', '340'];
const STRANGERS_PRICES = ['10', '10.05', '99.5024', '3.5', '120', '900'];
const TOP_UPS = ['1', '2.5', '2.5', '7'];
let requests = 0;

const addressesOf = ({ address, tron }: Shop): string[] => (tron === undefined ? [address] : [address, tron]);

/** The product's own words about a new invoice, on the page that a customer sees. */
async function readNew({ world }: Scene, { browser }: Owner, transId: string) {
  const { data } = await world.get(`/payment/${transId}`, browser);
  return {
    transId,
    payable: micros(data.amount),
    createdAt: Date.parse(data.created_at),
    head: world.blocks.at(-1)?.number ?? 0,
    expiresAt: Date.parse(data.expires_at),
  };
}

type Terms = {
  readonly price: bigint;
  readonly isByStranger: boolean;
  /** What it may take over, if all amounts were in use. */
  readonly taken?: ReturnType<typeof takeable<Invoice>>;
};

async function note(scene: Scene, owner: Owner, shop: Shop, transId: string, { price, isByStranger, taken }: Terms): Promise<Invoice> {
  const [made, fee] = [await readNew(scene, owner, transId), feeOf(price)];
  const sum = onGrid(price + fee);
  const place = { merchant: owner.merchant, addresses: addressesOf(shop), isTopUp: false, isByStranger };
  const order = { ...made, ...place, price, fee, sum };
  const invoice = taken === undefined ? scene.model.create(order) : scene.model.takeOver(order, taken);
  scene.shopOf.set(invoice, shop);
  return invoice;
}

export const create: Operation = async (scene, owner) => {
  const { chance, callbacks } = scene;
  const [shop, amount] = [chance.pick(owner.shops), chance.pick(PRICES)];
  requests += 1;
  const body = { name: 'Tea', amount, request_id: `model-${requests}`, callback_url: shop.callbackUrl };
  const answer = await shop.api.post('/payment/invoice', body);
  if (owner.merchant.account.available < feeOf(micros(amount))) {
    answered(answer, 402, `an invoice of ${amount}`);
    return `refused ${amount}: too little balance`;
  }
  answered(answer, 201, `an invoice of ${amount}`);
  const invoice = await note(scene, owner, shop, answer.json().data.trans_id, { price: micros(amount), isByStranger: false });
  callbacks.listen(invoice);
  if (chance.happens(0.1)) answered(await shop.api.post('/payment/invoice', body), 200, 'the same request again');
  return `created ${invoice.transId}: ${amount}, asks ${invoice.payable}`;
};

/** An order while all amounts of its price are in use, at an address that no other shop and no other family of networks shares. */
export const takeOver: Operation = async (scene, owner) => {
  const { chance, world, model, callbacks, shopOf } = scene;
  const shop = chance.pick(owner.shops.filter((each) => isAlone(each, owner.shops)));
  const ended = owner.merchant.invoices.filter((each) => shopOf.get(each) === shop && each.watched && each.endedAt !== undefined);
  const price = pickOne(
    chance,
    ended.filter((each) => each.price <= SMALL_MAX && each.price % CENT === 0n),
  )?.price;
  if (price === undefined) return undefined;
  const isLater = chance.happens(0.7);
  if (isLater) await waitHours(scene, 3);
  const [amounts, amount] = [allAmounts(onGrid(price + feeOf(price))), dollars(price).slice(0, -2)];
  const taken = takeable(amounts, model.watchedAt(shop.address), world.now());
  if (taken.some(([micros, { due }]) => micros === due)) return isLater ? '3 hours passed' : undefined; // of a remainder
  requests += 1;
  const body = { name: 'Tea', amount, request_id: `model-${requests}`, callback_url: shop.callbackUrl };
  const answer = await world.crowded(shop.address, amounts, () => shop.api.post('/payment/invoice', body));
  const status = taken.length === 0 ? 422 : owner.merchant.account.available < feeOf(price) ? 402 : 201;
  answered(answer, status, `an invoice of ${amount} that takes over an amount`);
  if (status !== 201) return `refused ${amount}: ${status === 422 ? 'all its amounts are in use' : 'too little balance'}`;
  const invoice = await note(scene, owner, shop, answer.json().data.trans_id, { price, isByStranger: false, taken });
  callbacks.listen(invoice);
  const [, loser] = taken.find(([micros]) => micros === invoice.payable) ?? [];
  return `created ${invoice.transId}: ${amount}, takes over ${invoice.payable} from ${loser?.transId}`;
};
const SMALL_MAX = 20_000_000n;
const isAlone = (shop: Shop, shops: readonly Shop[]): boolean =>
  shop.tron === undefined && shops.every((other) => other === shop || other.address !== shop.address);

/** A stranger chooses the amount, from another address of the internet each time. */
export const orderLink: Operation = async (scene, owner) => {
  const { chance, world, model } = scene;
  const [shop, amount] = [chance.pick(owner.shops), chance.pick(STRANGERS_PRICES)];
  requests += 1;
  const answer = await world.app.server.inject({
    method: 'POST',
    url: `/api/v1/pay/${shop.slug}`,
    payload: { amount, answers: [] },
    remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
  });
  const { account, invoices } = owner.merchant;
  const fee = feeOf(micros(amount));
  const unpaid = invoices.filter((each) => model.strangers.has(each) && (each.status === 'WAITING' || each.status === 'PROCESSING'));
  const held = unpaid.reduce((sum, each) => sum + each.fee, fee);
  if (account.available < fee || !mayStrangersHold(held, account.available - fee)) {
    answered(answer, 409, `a stranger's order of ${amount}`);
    return `refused a stranger's order of ${amount}`;
  }
  answered(answer, 201, `a stranger's order of ${amount}`);
  const invoice = await note(scene, owner, shop, answer.json().transId, { price: micros(amount), isByStranger: true });
  return `stranger ordered ${invoice.transId}: ${amount}, asks ${invoice.payable}`;
};

const OPEN_TOP_UPS_MAX = 20;

export const topUp: Operation = async (scene, owner) => {
  const { chance, world, model } = scene;
  const { invoices } = owner.merchant;
  const open = invoices.filter(({ isTopUp, status }) => isTopUp && (status === 'WAITING' || status === 'PROCESSING'));
  if (open.length >= OPEN_TOP_UPS_MAX) return undefined;
  const amount = chance.pick(TOP_UPS);
  const answer = await owner.browser.post('/deposit-invoice/create-usdt', { amount });
  answered(answer, 201, `a top-up of ${amount}`);
  const made = await readNew(scene, owner, new URL(answer.json().urlPayment).pathname.split('/').at(-1) ?? '');
  const terms = { price: micros(amount), fee: 0n, sum: micros(amount), isTopUp: true, isByStranger: false };
  const invoice = model.create({ ...made, ...terms, merchant: owner.merchant, addresses: [world.platform.address] });
  return `top-up ${invoice.transId}: asks ${invoice.payable}`;
};

export const cancel: Operation = async ({ chance, shopOf, world }, owner) => {
  const invoice = pickOne(
    chance,
    owner.merchant.invoices.filter((each) => !each.isTopUp && each.watched),
  );
  const shop = invoice && shopOf.get(invoice);
  if (invoice === undefined || shop === undefined) return undefined;
  const answer = await shop.api.post(`/payment/invoice/${invoice.transId}/cancel`);
  const isOpen = invoice.status === 'WAITING' && invoice.paid === 0n;
  answered(answer, isOpen ? 200 : 409, `cancelling ${invoice.transId}`);
  if (isOpen) invoice.cancel(world.now());
  return `${isOpen ? 'cancelled' : 'refused to cancel'} ${invoice.transId}`;
};

/** The owner, or somebody of the team, calls what came enough. */
export const accept: Operation = async ({ chance, model, world }, owner) => {
  const some = owner.merchant.invoices.filter(({ isTopUp, isPartlyPaid }) => !isTopUp && isPartlyPaid);
  const invoice = pickOne(chance, chance.happens(0.9) ? some : owner.merchant.invoices.filter(({ isTopUp }) => !isTopUp));
  if (invoice === undefined) return undefined;
  const [seen, who] = [paidSeen(chance, invoice), pickDecider(chance, owner)];
  const isPossible = seen.isTrue && invoice.isAcceptable();
  const mayAccept = isPossible && isAboveFloor(invoice.paid, invoice.payable, who.floor);
  const answer = await who.browser.post(`/invoice/${invoice.transId}/accept`, seen.body);
  answered(answer, mayAccept ? 200 : isPossible ? 403 : 409, `${who.name} accepting ${invoice.transId}`);
  if (!mayAccept) return `refused ${who.name} to accept ${invoice.paid} for ${invoice.transId}`;
  invoice.accepted = invoice.paid;
  model.settle(invoice, world.now());
  return `${who.name} accepted ${invoice.paid} for ${invoice.transId}`;
};

export const setFloor: Operation = async ({ chance }, { browser, merchant }) => {
  merchant.memberFloor = chance.pick([0, 50, 90, 95, 100]);
  answered(await browser.put('/team/member-floor', { percent: merchant.memberFloor }), 200, 'the floor of members');
  return `members of ${merchant.name} may accept from ${merchant.memberFloor}%`;
};
