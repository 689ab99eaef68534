import { NETWORK_NAMES } from '@stablegate/rules';
import { z } from 'zod';
import { dayFilter, textFilter } from '../admin/admin-common';
import { exportFormatSchema, messageReply, pageOf, pageQuery, timeSchema } from '../common';
import { API_SCOPE_LABELS, defineRoute } from '../route';
import { mailedTokenSchema } from './email-verification';
import { TEAM_ROLE_LABELS } from './team-roles';

/** Changes of an account that a thief would make, with their titles. Each is logged, and the owner is mailed. */
export const ACCOUNT_CHANGES = {
  'password.changed': 'Your password was changed',
  'email.requested': 'A new email address was entered',
  'email.changed': 'Your email address was changed',
  'two-factor.on': 'Two-factor authentication was turned on',
  'two-factor.off': 'Two-factor authentication was turned off',
  'two-factor.required': 'Two-factor authentication is now required',
  'two-factor.optional': 'Two-factor authentication is no longer required',
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
  'callback-secret.renewed': 'A callback secret was reset',
  'callback-endpoint.added': 'A callback endpoint was added',
  'callback-endpoint.changed': 'A callback endpoint was changed',
  'callback-endpoint.removed': 'A callback endpoint was removed',
  'epusdt.changed': 'The Epusdt settings of a merchant were changed',
  'epusdt-token.renewed': 'An Epusdt token was reset',
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

/** By admins, operators on the command line, and those who settle transfers. */
export type OperatorAction =
  | `operator.${'adjust' | 'disable-user' | 'enable-user' | 'grant' | 'platform-address' | 'release-address' | 'reset-2fa' | 'revoke' | 'store-status'}`
  | `language.${'added' | 'keys_added' | 'keys_deleted' | 'retranslated' | 'synced' | 'text_changed'}`
  | `transfer.${'assigned' | 'claimed' | 'dismissed' | 'restored' | 'unassigned'}`
  | `refund.${'planned' | 'cancelled'}`
  | 'bank-transfer.assign';
export type AuditAction = AccountChange | OperatorAction;

/** What operators do, as the owner of an account and the back office read it. */
export const OPERATOR_TITLES = {
  'operator.adjust': 'The operator corrected the balance',
  'operator.disable-user': 'The operator disabled the account',
  'operator.enable-user': 'The operator enabled the account',
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
  'transfer.assigned': 'A transfer was assigned to an invoice',
  'transfer.claimed': 'A customer reported a transfer',
  'transfer.dismissed': 'A transfer was dismissed',
  'transfer.restored': 'A transfer was restored',
  'transfer.unassigned': 'A transfer was removed from its invoice',
  'refund.planned': 'A refund was planned',
  'refund.cancelled': 'A planned refund was cancelled',
  'bank-transfer.assign': 'A bank transfer was assigned',
} as const satisfies Record<OperatorAction, string>;

/** The title of an entry; an unknown action is shown as it is. */
export const auditTitle = (action: string): string =>
  (({ ...ACCOUNT_CHANGES, ...OPERATOR_TITLES }) as Record<string, string>)[action] ?? action;

/** What `detail`, `before` and `after` of an account's entry hold, with their labels. */
export const AUDIT_FIELDS = {
  store: 'Merchant',
  name: 'Name',
  network: 'Network',
  address: 'Address',
  email: 'Email',
  member: 'Member',
  role: 'Role',
  memberFloor: 'Members may accept from',
  apiKey: 'API key',
  scopes: 'Permissions',
  callbackSecret: 'Callback secret',
  callbackUrl: 'Callback URL',
  events: 'Events',
  epusdt: 'Epusdt plugins',
  epusdtToken: 'Epusdt token',
  rate: 'Rate',
  websites: 'Websites',
  whitelistIp: 'Whitelist IP',
  allowedIps: 'Allowed IP addresses',
  lockHours: 'Waiting time in hours',
  effectiveAt: 'Takes effect',
} as const;
/** What entries of operators hold besides. */
export const OPERATOR_FIELDS = {
  username: 'Username',
  userId: 'User ID',
  reason: 'Reason',
  status: 'Status',
  amount: 'Amount',
  amountVnd: 'Amount (VND)',
  reference: 'Reference',
  depositId: 'Deposit invoice ID',
  transId: 'Transaction ID',
  txHash: 'Transaction hash',
  wallets: 'Receiving addresses',
  key: 'Key',
  keys: 'Key',
  from: 'Before',
  to: 'After',
  flag: 'Country code of the flag',
  texts: 'Number of texts',
  taken: 'Reported keys added',
  copied: 'Missing texts added',
} as const;
/** The label of a field; an unknown one is shown as it is. */
export const auditLabel = (field: string): string => (({ ...OPERATOR_FIELDS, ...AUDIT_FIELDS }) as Record<string, string>)[field] ?? field;

const AUDIT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: TEAM_ROLE_LABELS,
  scopes: API_SCOPE_LABELS,
  whitelistIp: { on: 'Enabled', off: 'Disabled' },
  epusdt: { on: 'Enabled', off: 'Disabled' },
};
/** Amounts are stored as plain decimals. Dongs have their unit in the label. */
const AUDIT_UNITS: Readonly<Record<string, string>> = { amount: '\u00a0USDT', amountVnd: '' };
/**
 * A value as it is read: code names, such as roles, in the words of a language; several are a list; amounts as `amount` writes them, with
 * their unit. Anything else, such as an address or a name, is data: translating it would report it as a missing text.
 */
export function auditText(
  t: (word: string) => string,
  field: string,
  value: string,
  amount: (decimal: string) => string = (decimal) => decimal,
): string {
  const unit = AUDIT_UNITS[field];
  if (unit !== undefined) return amount(value) + unit;
  if (field === 'network') return (NETWORK_NAMES as Readonly<Record<string, string>>)[value] ?? value;
  const words = AUDIT_WORDS[field] ?? {};
  return value
    .split(', ')
    .map((code) => {
      const word = words[code];
      return word === undefined ? code : t(word);
    })
    .join(', ');
}
export type AuditField = keyof typeof AUDIT_FIELDS;
export type AuditValues = Readonly<Partial<Record<AuditField, string>>>;

const values = z.record(z.string(), z.string());
export const changeNoticeSchema = z.object({
  action: z.string(),
  at: timeSchema,
  ip: z.string(),
  device: z.string(),
  detail: values,
  before: values,
  after: values,
  canCancel: z.boolean().describe('The change waits and can still be cancelled'),
  canSecure: z.boolean().describe('False for 7 days in a mailbox that the account was changed to: the one from before decides'),
});
export type ChangeNotice = z.infer<typeof changeNoticeSchema>;

export const ownAuditEntrySchema = z.object({
  id: z.string(),
  at: timeSchema,
  actor: z.string().describe('The user name of who did it; Stablegate for an operator'),
  action: z.string(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  detail: values,
  before: values,
  after: values,
});
export type OwnAuditEntry = z.infer<typeof ownAuditEntrySchema>;

export const auditFilters = {
  action: textFilter(64).describe('From the start: wallet, api-key.renewed'),
  text: textFilter(100).describe('Anywhere in values, device or address'),
  from: dayFilter,
  to: dayFilter,
};

export const auditApi = {
  list: defineRoute({
    method: 'GET',
    path: '/audit-log',
    team: 'team',
    summary: 'What happened to your account, newest first',
    tag: 'Account',
    access: 'session',
    query: z.object({ ...auditFilters, ...pageQuery }),
    reply: { 200: pageOf(ownAuditEntrySchema) },
    errors: ['page_too_far'],
  }),
  export: defineRoute({
    method: 'GET',
    path: '/audit-log/export',
    team: 'team',
    summary: 'A file of all matching entries, streamed',
    tag: 'Account',
    access: 'session',
    limits: ['exports'],
    query: z.object({ format: exportFormatSchema, ...auditFilters }),
    reply: { 200: z.unknown() },
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    errors: ['rate_limited'],
  }),
};

const mailedLink = {
  method: 'POST',
  tag: 'Account',
  access: 'public',
  limits: ['opened-links'],
  body: z.object({ token: mailedTokenSchema }),
} as const;

/** What the link in a mail about a change leads to. Opening it changes nothing: mail scanners open links too. */
export const changeNoticesApi = {
  read: defineRoute({
    ...mailedLink,
    path: '/auth/change-notice',
    summary: 'The change that a mailed link is about; changes nothing',
    reply: { 200: changeNoticeSchema },
    errors: ['token_expired', 'rate_limited'],
  }),
  cancel: defineRoute({
    ...mailedLink,
    path: '/auth/change-notice/cancel',
    summary: 'Cancel the waiting change of a receiving address',
    reply: { 200: messageReply },
    errors: ['token_expired', 'conflict', 'rate_limited'],
  }),
  notMe: defineRoute({
    ...mailedLink,
    path: '/auth/change-notice/not-me',
    summary:
      'It was not the owner: ends every session, invalidates the password, cancels waiting changes, freezes receiving addresses, takes back a changed e-mail address and mails a link to choose a new password',
    reply: { 200: messageReply },
    errors: ['token_expired', 'email_changed_lately', 'rate_limited'],
  }),
  unfreeze: defineRoute({
    method: 'POST',
    path: '/auth/unfreeze-addresses',
    team: 'own',
    summary: 'Lift the freeze of receiving addresses, after a new password',
    tag: 'Account',
    access: 'session',
    stepUp: true,
    reply: { 200: messageReply },
  }),
};
