/** Changes of an account that a thief would make, with their titles. Each is logged, and the owner is mailed. */
export const ACCOUNT_CHANGES = {
  'password.changed': 'Your password was changed',
  'email.requested': 'A new email address was entered',
  'email.changed': 'Your email address was changed',
  'two-factor.on': 'Two-factor authentication was turned on',
  'two-factor.off': 'Two-factor authentication was turned off',
  'two-factor.required': 'Two-factor authentication is now required',
  'two-factor.optional': 'Two-factor authentication is no longer required',
  'second-factor.changed': 'What needs a second factor was changed',
  'passkey.added': 'A passkey was added',
  'passkey.removed': 'A passkey was removed',
  'email-code.on': 'Email OTP was turned on',
  'email-code.off': 'Email OTP was turned off',
  'login-notices.on': 'Notices of new sign-ins were turned on',
  'login-notices.off': 'Notices of new sign-ins were turned off',
  'whitelist.changed': 'The list of allowed IP addresses was changed',
  'store.deleted': 'A merchant was deleted',
  'api-key.renewed': 'An API key was reset',
  'api-key.created': 'An API key was created',
  'api-key.rolled': 'An API key was rolled',
  'api-key.revoked': 'An API key was revoked',
  'api-key.restricted': 'The allowed addresses of an API key were changed',
  'key-in-callbacks.on': 'Callbacks of a merchant carry the API key again',
  'key-in-callbacks.off': 'Callbacks of a merchant no longer carry the API key',
  'callback-secret.renewed': 'A callback secret was reset',
  'callback-endpoint.added': 'A callback endpoint was added',
  'callback-endpoint.changed': 'A callback endpoint was changed',
  'callback-endpoint.removed': 'A callback endpoint was removed',
  'epusdt.changed': 'The Epusdt settings of a merchant were changed',
  'epusdt.requested': 'An Epusdt rate is about to change',
  'epusdt.canceled': 'The change of an Epusdt rate was cancelled',
  'epusdt-token.renewed': 'An Epusdt token was reset',
  'payment-link.repriced': 'The price of a payment link was changed',
  'embed-origins.changed': 'The websites with the checkout of a merchant were changed',
  'wallet.added': 'A receiving address was added',
  'wallet.changed': 'A receiving address was changed',
  'wallet.removed': 'A receiving address was removed',
  'wallet.requested': 'A receiving address is about to change',
  'wallet.canceled': 'The change of a receiving address was cancelled',
  'address-lock.changed': 'The waiting time for address changes was changed',
  'address-lock.requested': 'The waiting time for address changes is about to be shortened',
  'account.secured': 'Everyone was signed out and your addresses are frozen',
  'addresses.unfrozen': 'Receiving addresses can be changed again',
  'team.invited': 'A team member was invited',
  'team.withdrawn': 'A team invitation was withdrawn',
  'team.joined': 'A team member joined',
  'team.role-changed': 'A team role was changed',
  'team.floor-changed': 'The limit for accepting partial payments was changed',
  'team.removed': 'A team member was removed',
  'team.left': 'A team member left',
} as const;
export type AccountChange = keyof typeof ACCOUNT_CHANGES;

/** By admins and by operators on the command line. */
export const OPERATOR_TITLES = {
  'operator.adjust': 'The operator corrected the balance',
  'operator.disable-user': 'The operator disabled the account',
  'operator.enable-user': 'The operator enabled the account',
  'operator.end-sessions': 'The operator ended all sessions',
  'operator.grant': 'The operator granted admin rights',
  'operator.reset-2fa': 'The operator removed two-factor authentication',
  'operator.revoke': 'The operator revoked admin rights',
  'operator.platform-address': 'The operator set a platform address',
  'operator.release-address': 'The operator released an address',
  'operator.store-status': 'The operator changed the status of a merchant',
  'language.added': 'A language was added',
  'language.keys_added': 'Keys were added',
  'language.keys_deleted': 'Keys were deleted',
  'language.retranslated': 'All texts were retranslated',
  'language.synced': 'Keys were synced',
  'language.text_changed': 'A translation was changed',
  'bank-transfer.assign': 'A bank transfer was assigned',
} as const;
export type OperatorAction = keyof typeof OPERATOR_TITLES;

/**
 * Decisions about money and goods, settings that lead to them, and what the owner of a mailbox refuses. Each is logged, with the person or
 * the key where there is one; nobody is mailed.
 */
export const WORK_TITLES = {
  'invoice.accepted': 'A partly paid invoice was accepted as paid',
  'invoice.cancelled': 'An invoice was cancelled',
  'store.created': 'A merchant was created',
  'store.changed': 'The settings of a merchant were changed',
  'payment-link.created': 'A payment link was created',
  'payment-link.changed': 'A payment link was changed',
  'payment-link.deleted': 'A payment link was deleted',
  'notifications.changed': 'The mails about invoices and balance were changed',
  'transfer.assigned': 'A transfer was assigned to an invoice',
  'transfer.claimed': 'A customer reported a transfer',
  'transfer.dismissed': 'A transfer was dismissed',
  'transfer.restored': 'A transfer was restored',
  'transfer.unassigned': 'A transfer was removed from its invoice',
  'deposit.opened': 'A top-up was started',
  'callback.resent': 'Callbacks were sent again',
  'invoice.hidden': 'Invoices were hidden from the list',
  'refund.planned': 'A refund was planned',
  'refund.reported': 'The transaction of a refund was reported',
  'refund.cancelled': 'A planned refund was cancelled',
  'sign-up.refused': 'A sign-up was deleted from its mailbox',
  'email.refused': 'A new email address was refused by its mailbox',
} as const;
export type WorkAction = keyof typeof WORK_TITLES;

/** All there are: what is written and what is shown comes from here. */
export const AUDIT_TITLES = { ...ACCOUNT_CHANGES, ...OPERATOR_TITLES, ...WORK_TITLES } as const;
export type AuditAction = keyof typeof AUDIT_TITLES;

/** Events of invoices say themselves who made the call: an entry for each of thousands of new invoices would be a second copy. */
export type RecordedEvent = 'invoice.created';
export type Recorded = AuditAction | RecordedEvent;

/**
 * What a call that changes something writes down, with who made it: at least one of these, or nothing, with the reason. A call that may
 * change nothing says so while it runs. The server answers no call as done that has written nothing of this.
 */
export type RouteAudit = Recorded | readonly [Recorded, Recorded, ...Recorded[]] | { readonly nothing: string };

/** The title of an entry; an unknown action is shown as it is. */
export const auditTitle = (action: string): string => (AUDIT_TITLES as Record<string, string>)[action] ?? action;
