import type { UserId } from '../../../platform/id-types';
import type { AccountDeps } from '../accounts.deps';
import { saveLanguage } from './mail-language.queries';

/** Mails use the language of the screens, which each call of a signed-in browser names in a header. */
export async function keepLanguage(
  deps: AccountDeps,
  session: { readonly userId: UserId; readonly language: string },
  shown: string | string[] | undefined,
): Promise<void> {
  if (typeof shown !== 'string' || shown === session.language || shown.length > 35) return;
  await saveLanguage(deps.db.query, session.userId, [shown]);
}
