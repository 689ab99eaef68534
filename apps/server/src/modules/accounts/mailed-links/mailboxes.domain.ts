import { foldCase } from '../accounts.domain';

/** One change of an account's verified address. */
export type EmailChange = { readonly from: string; readonly to: string; readonly at: Date };

/**
 * Whoever changed the address may be a thief, and reads the new mailbox; the owner reads the one before. For a week the older one decides.
 * `changes` are the latest, oldest first; `since` is a week ago.
 */
export function rankMailboxes(changes: readonly EmailChange[], current: string, since: Date) {
  const lately = changes.filter(({ at }) => at > since);
  const trusted = lately[0]?.from ?? current;
  const order = [...(changes[0] === undefined ? [] : [changes[0].from]), ...changes.map(({ to }) => to)].map(foldCase);
  const rank = (email: string): number => Math.max(0, order.indexOf(foldCase(email)));
  return {
    /** Who learns of a change: the owner's mailbox and, after a change of the address, both. */
    recipients: foldCase(trusted) === foldCase(current) ? [current] : [trusted, current],
    /** Added within the week: it may not act against the one before. */
    isNew: (email: string): boolean => rank(email) > rank(trusted),
    isOlder: (email: string, than: string): boolean => rank(email) < rank(than),
  };
}

export type Mailboxes = ReturnType<typeof rankMailboxes>;
