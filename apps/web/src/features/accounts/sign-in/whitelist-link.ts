import { securityApi } from '@stablegate/contract';
import { confirm, popup } from '@stablegate/ui';
import { call } from '../../../lib/api/api';
import { errorText, requestOf } from '../../../lib/api/error-text';
import type { useTranslation } from '../../../lib/i18n/texts';
import { readStored, writeStored } from '../../../lib/stored';

/** The mailed link opens in a new tab of this browser; the second step there needs the username. */
const USERNAME_KEY = 'whitelistUsername';

/** Read once: the name is removed from the browser after its link was used. */
export function takeWhitelistUsername(): string {
  const username = readStored(USERNAME_KEY) ?? '';
  writeStored(USERNAME_KEY, '');
  return username;
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Offered when the user's own whitelist refuses the sign-in: a mailed link that lets the owner in once. */
export async function offerWhitelistLink(t: Translate, { username, password }: { username: string; password: string }): Promise<void> {
  const isWanted = await confirm({
    title: t('Login Failed'),
    text: t('Sign-in from this network address is not allowed.'),
    detail: t('It is not on your own list of allowed addresses. We can mail you a link that lets you in once.'),
    icon: 'error',
    confirmLabel: t('Email me a one-time link'),
    cancelLabel: t('Cancel'),
  });
  if (!isWanted) return;
  try {
    await call(securityApi.requestWhitelistLink, { body: { username, password } });
  } catch (error) {
    const text = errorText(t, error, t('Something went wrong. Please try again.'));
    await popup({ title: t('The link could not be sent'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
    return;
  }
  writeStored(USERNAME_KEY, username);
  await popup({
    title: t('Check your email'),
    text: t('A one-time link is on its way to the address of your account. It works for 30 minutes.'),
    icon: 'success',
    buttonLabel: t('OK'),
  });
}
