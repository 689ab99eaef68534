import type { AccountDeps } from '../accounts.deps';
import { saveLanguage } from './mail-language.queries';

/** The language of the screens is the language of the mails: each call of a signed-in browser says in its header which one it shows. */
export async function keepLanguage(
  deps: AccountDeps,
  session: { readonly userId: string; readonly language: string },
  shown: string | string[] | undefined,
): Promise<void> {
  if (typeof shown !== 'string' || shown === session.language || shown.length > 35) return;
  await saveLanguage(deps.db.query, session.userId, [shown]);
}
