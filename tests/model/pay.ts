import type { Network } from '@stablegate/contract';
import type { Invoice } from './invoice';
import type { Merchant, Sent } from './model';
import { CENT } from './rules';
import { type Operation, pickOne, type Scene } from './scene';
import type { Owner } from './world';

type Amounts = (scene: Scene, invoice: Invoice) => readonly bigint[];
const DOLLAR = 1_000_000n;

/** What customers send, instead of what they are asked for and with it. */
const AMOUNTS: readonly (readonly [what: string, weight: number, amounts: Amounts])[] = [
  ['exactly', 30, (_, { payable }) => [payable]],
  ['the remainder', 14, (_, { due, payable }) => [due ?? payable]],
  ['nearly all', 14, (_, { payable }) => [(payable * 95n) / 100n]],
  ['an exchange fee less', 8, (_, { payable }) => [payable > DOLLAR ? payable - DOLLAR : payable]],
  ['the price without the fee', 8, (_, { price }) => [price]],
  ['far too little', 6, (_, { payable }) => [(payable * 6n) / 10n]],
  ['too much', 6, (_, { payable }) => [payable + 3n * DOLLAR]],
  ['dust', 3, ({ chance }) => [chance.pick([1n, 100n, CENT - 1n])]],
  ['the least part', 3, () => [CENT]],
  ['twice in one block', 6, (_, { payable }) => [payable, payable]],
  ['in two parts in one block', 4, (_, { payable }) => [(payable * 96n) / 100n, payable - (payable * 96n) / 100n]],
];

function pickAmounts({ chance }: Scene): (typeof AMOUNTS)[number] {
  let left = chance.next() * AMOUNTS.reduce((sum, [, weight]) => sum + weight, 0);
  const found = AMOUNTS.find(([, weight]) => {
    left -= weight;
    return left <= 0;
  });
  return found ?? (AMOUNTS[0] as (typeof AMOUNTS)[number]);
}

const RECENT_BLOCKS = 20;

/** Any of its networks, or another one on which the same address is watched. */
function placeOf({ chance, world, shopOf }: Scene, invoice: Invoice): { address: string; network: Network } {
  const network = chance.pick(world.networks);
  const shop = shopOf.get(invoice);
  if (shop === undefined) return { address: world.platform.address, network };
  return shop.tron !== undefined && chance.happens(0.3) ? { address: shop.tron, network: 'TRON' } : { address: shop.address, network };
}

export const pay: Operation = async (scene, owner) => {
  const { chance, world, model } = scene;
  const watched = owner.merchant.invoices.filter((each) => each.watched);
  const open = watched.filter(({ status }) => status === 'WAITING' || status === 'PROCESSING');
  const invoice = pickOne(chance, chance.happens(0.75) && open.length > 0 ? open : watched);
  if (invoice === undefined) return undefined;
  const [what, , amounts] = pickAmounts(scene);
  const place = placeOf(scene, invoice);
  const { address, network } = place;
  // The watcher may read a block late, or again.
  const block = chance.happens(0.08) ? chance.pick(world.blocks.slice(-RECENT_BLOCKS)) : world.blocks.at(-1);
  if (block === undefined) return undefined;
  const inbox = invoice.isTopUp ? world.platform.merchant : owner.merchant;
  const given = amounts(scene, invoice);
  const ids = await world.arrive(place, given, block);
  const sent = ids.map(
    (id, place): Sent => ({
      id,
      address,
      micros: given[place] ?? 0n,
      live: true,
      final: false,
      credited: false,
      place: 'unmatched',
      invoice: undefined,
    }),
  );
  model.arrive(inbox, sent, block, world.now());
  if (chance.happens(0.5)) await finaliseThese(scene, sent);
  return `sent ${what} (${given.join(' + ')}) for ${invoice.transId} on ${network} in block ${block.number}: ${sent.map(said).join(', ')}`;
};

const said = ({ id, final, place, invoice }: Sent): string => `${id} ${final ? 'final ' : ''}${invoice?.transId ?? place}`;

async function finaliseThese({ world, model }: Scene, sent: readonly Sent[]): Promise<void> {
  await world.finalise(sent.map(({ id }) => id));
  for (const each of sent) each.final = true;
  for (const { invoice } of sent) if (invoice !== undefined) model.settle(invoice, world.now());
}

const inboxes = (scene: Scene, owner: Owner): readonly Merchant[] => [owner.merchant, scene.world.platform.merchant];
const pickSent = (scene: Scene, owner: Owner, is: (sent: Sent) => boolean): Sent | undefined =>
  pickOne(
    scene.chance,
    inboxes(scene, owner).flatMap(({ sent }) => sent.slice(-RECENT).filter(is)),
  );
/** What is older stays as it is. */
const RECENT = 60;

export const becomeFinal: Operation = async (scene, owner) => {
  const waiting = inboxes(scene, owner).flatMap(({ sent }) => sent.filter(({ live, final }) => live && !final));
  const some = scene.chance.happens(0.5) ? waiting : waiting.slice(0, 1);
  if (some.length === 0) return undefined;
  await finaliseThese(scene, some);
  return `final: ${some.map(({ id }) => id).join(', ')}`;
};

/** Also of what was final: a reorganisation deeper than the network's finality. */
export const reorg: Operation = async (scene, owner) => {
  const sent = pickSent(scene, owner, ({ live, final }) => live && (!final || scene.chance.happens(0.3)));
  if (sent === undefined) return undefined;
  await scene.world.reorg(sent.id);
  sent.live = false;
  sent.final = false;
  if (sent.invoice !== undefined) scene.model.settle(sent.invoice, scene.world.now());
  return `reorged ${said(sent)}`;
};

export const comeBack: Operation = async (scene, owner) => {
  const sent = pickSent(scene, owner, ({ live }) => !live);
  if (sent === undefined) return undefined;
  await scene.world.bringBack(sent.id);
  sent.live = true;
  if (sent.invoice !== undefined) scene.model.settle(sent.invoice, scene.world.now());
  return `came back: ${said(sent)}`;
};
