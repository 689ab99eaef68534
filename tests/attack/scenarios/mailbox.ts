import { setTimeout as sleep } from 'node:timers/promises';
import { API_SCOPES } from '@stablegate/contract';
import type { Found } from '../matrix/attack';
import { isSignedIn, mailAbout, newMerchant, newName, PASSWORD, signUp, tokenIn } from '../people';
import type { Target } from '../target';
import { openShop, type World } from '../world';
import { jsonCall, mustRefuse, mustTake } from './calls';
import type { Scenario } from './scenario';

/** Mails of one kind to one account: in real time, whatever the settings. */
const BETWEEN_MAILS_MS = 61_000;
const NEW_PASSWORD = 'Green-Teapot-77';

async function noticeToken(target: Target, address: string, subject: RegExp): Promise<string> {
  return /account-change#([\w-]+)/.exec(await mailAbout(target, address, subject))?.[1] ?? '';
}

/** At the owner's open session: moves the account to a mailbox of their own, and leaves a key behind. */
async function stolenMailbox({ target, aside }: World): Promise<Found[]> {
  const owner = await newMerchant(aside, 'moved');
  const shop = await openShop(owner, 'moved');
  const thiefs = `${newName('thiefs')}@example.com`;
  const key = await owner.ask('POST', `/store/${shop.owned.store}/keys`, { name: 'Till', scopes: [...API_SCOPES] });
  const endpoint = { url: 'https://thief.example/in', version: '2', events: ['invoice.completed'] };
  await owner.ask('POST', `/store/${shop.owned.store}/endpoints`, endpoint);
  await sleep(BETWEEN_MAILS_MS);
  await owner.ask('POST', `/email-verification/update-email?newEmail=${thiefs}`);
  const link = tokenIn(await mailAbout(aside, thiefs, /^Verify your email$/));
  await aside.send({ method: 'GET', path: `/email-verification/verify?token=${link}` });
  const changed = /^Your email address was changed$/;
  const [ofOwner, ofThief] = [await noticeToken(aside, owner.email, changed), await noticeToken(aside, thiefs, changed)];
  const notMe = (token: string) => jsonCall('POST', '/auth/change-notice/not-me', { token });
  const found = await mustRefuse(target, notMe(ofThief), "the thief's own link takes the account from its owner");
  found.push(...(await mustTake(target, notMe(ofOwner), "the owner's link is dead")));
  if (found.length > 0) return found;
  if (await isSignedIn(aside, owner)) found.push({ found: "the thief's session outlives the owner's link" });
  const reset = tokenIn(await mailAbout(aside, owner.email, /^Reset your password$/));
  const chosen = jsonCall('POST', '/auth/reset-password', { token: reset, password: NEW_PASSWORD });
  const withKey = jsonCall('GET', '/payment/invoices', undefined, { 'x-api-key': key.apiKey ?? '' });
  return [
    ...(await mustTake(target, chosen, "the owner's new password is refused")),
    ...(await mustRefuse(target, withKey, "a key that the thief made outlives the owner's link")),
    ...(await mustRefuse(target, notMe(ofThief), "the thief's link outlives the owner's")),
  ];
}

/** Signs up with somebody's address before they do, and waits. */
async function preHijacked({ target, aside }: World): Promise<Found[]> {
  const stranger = await signUp(aside, 'squat');
  const { cookie } = stranger;
  const found = await mustRefuse(target, jsonCall('POST', '/passkeys/options', {}, { cookie }), 'a passkey before the address is verified');
  await aside.send(jsonCall('POST', '/auth/forgot-password', { email: stranger.email }));
  const token = tokenIn(await mailAbout(aside, stranger.email, /^Reset your password$/));
  const reset = (password: string) => jsonCall('POST', '/auth/reset-password', { token, password });
  found.push(...(await mustTake(target, reset(NEW_PASSWORD), 'the owner of the mailbox is kept out')));
  if (await isSignedIn(aside, stranger)) found.push({ found: "the stranger's session outlives the first proof of the mailbox" });
  const body = new URLSearchParams({ username: stranger.username, password: PASSWORD }).toString();
  const signIn = { method: 'POST', path: '/auth/login', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
  found.push(...(await mustRefuse(target, signIn, "the stranger's password outlives the first proof of the mailbox")));
  found.push(...(await mustRefuse(target, reset(PASSWORD), 'a mailed link works twice')));
  return found;
}

export const MAILBOX_SCENARIOS: readonly Scenario[] = [
  { name: "a thief's own link after a change of the mailbox", isSlow: true, run: stolenMailbox },
  { name: 'an account that a stranger signed up', run: preHijacked },
];
