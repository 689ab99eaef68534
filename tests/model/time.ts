import { answered, type Operation, pickOne, type Scene } from './scene';
import type { Owner } from './world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function pass({ world, model }: Scene, ms: number): Promise<void> {
  await world.pass(ms);
  model.sweep(
    world.owners.map(({ merchant }) => merchant),
    world.now(),
  );
}

export const waitLittle: Operation = async (scene) => {
  const minutes = scene.chance.whole(1, 11);
  await pass(scene, minutes * MINUTE_MS);
  return `${minutes} minutes passed`;
};

/** A callback that waits this long would be given up. */
export async function waitHours(scene: Scene, hours: number): Promise<void> {
  for (const owner of scene.world.owners) if (owner.merchant.isDown) await recover(scene, owner);
  await pass(scene, hours * HOUR_MS);
}

/** Past the end of monitoring. */
export const waitLong: Operation = async (scene) => {
  await waitHours(scene, 25);
  return '25 hours passed';
};

export const goDown: Operation = async (_scene, { merchant }) => {
  if (merchant.isDown) return undefined;
  merchant.isDown = true;
  return `${merchant.name}'s server fails`;
};

/** Either its callbacks come by themselves, or the owner sends them again. */
export const recover: Operation = async (scene, owner) => {
  const { merchant } = owner;
  if (!merchant.isDown) return undefined;
  await scene.world.tried();
  merchant.isDown = false;
  const [byHand, waiting] = [scene.chance.happens(0.5), await listWaiting(scene, owner)];
  if (byHand) {
    for (const { path } of waiting) answered(await owner.browser.post(`${path}/resend`), 202, `resending ${path}`);
  } else {
    await pass(scene, Math.max(0, ...waiting.map(({ nextAt }) => nextAt - scene.world.now())) + MINUTE_MS);
  }
  scene.callbacks.recover(merchant.invoices);
  return `${merchant.name}'s server recovers${byHand ? ', and its owner asks for what waits' : ''}`;
};

const LISTED = 100;
async function listWaiting({ world }: Scene, { browser, shops }: Owner): Promise<{ path: string; nextAt: number }[]> {
  const waiting: { path: string; nextAt: number }[] = [];
  for (const { storeId } of shops) {
    const { content, next } = await world.get(`/store/${storeId}/deliveries?state=waiting&limit=${LISTED}`, browser);
    if (next !== null) throw new Error(`more than ${LISTED} callbacks wait`);
    for (const { id, nextAt } of content) waiting.push({ path: `/store/${storeId}/deliveries/${id}`, nextAt: Date.parse(nextAt) });
  }
  return waiting;
}

export const resend: Operation = async ({ chance, callbacks, shopOf }, { merchant }) => {
  const invoice = pickOne(chance, merchant.invoices.filter(({ isTopUp }) => !isTopUp).slice(-20));
  const shop = invoice && shopOf.get(invoice);
  if (invoice === undefined || shop === undefined) return undefined;
  const answer = await shop.api.post(`/payment/invoice/${invoice.transId}/resend-callback`);
  const isSent = callbacks.resend(invoice, merchant.isDown);
  answered(answer, isSent ? 202 : 409, `resending the callback of ${invoice.transId}`);
  return `${isSent ? 'resent' : 'refused to resend'} the callback of ${invoice.transId}`;
};
