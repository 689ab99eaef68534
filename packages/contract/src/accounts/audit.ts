import { NETWORK_NAMES } from '@stablegate/rules';
import { z } from 'zod';
import { dayFilter, textFilter } from '../admin/admin-common';
import { exportFormatSchema, messageReply, pageOf, pageQuery, timeSchema } from '../common';
import { API_SCOPE_LABELS, defineRoute } from '../route';
import { mailedTokenSchema } from './email-verification';
import { TEAM_ROLE_LABELS } from './team-roles';

/** What `detail`, `before` and `after` of an account's entry hold, with their labels. */
export const AUDIT_FIELDS = {
  store: 'Merchant',
  merchantId: 'Merchant ID',
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
  format: 'Format',
  callbacks: 'Callbacks',
  keyInCallbacks: 'API key in callbacks',
  epusdt: 'Epusdt plugins',
  epusdtToken: 'Epusdt token',
  rate: 'Rate',
  ratePath: 'Path in the JSON',
  websites: 'Websites',
  whitelistIp: 'Whitelist IP',
  allowedIps: 'Allowed IP addresses',
  secondFactorFor: 'Second factor for',
  lockHours: 'Waiting time in hours',
  effectiveAt: 'Takes effect',
  transId: 'Transaction ID',
  invoices: 'Invoices',
  txHash: 'Transaction hash',
  amount: 'Amount',
  paid: 'Amount paid',
  payable: 'To pay',
  reason: 'Reason',
  note: 'Note',
  expiryMinutes: 'Invoice expiry in minutes',
  sharesAddresses: 'Addresses shared with another gateway',
  link: 'Payment link',
  price: 'Price',
  description: 'Description',
  amountMax: 'Greatest amount',
  holdMax: 'Most that unpaid orders may reserve',
  stock: 'Stock',
  endsAt: 'Ends on',
  questions: 'Questions to customers',
  successMessage: 'Message after payment',
  enabled: 'Open for payments',
  invoicePaid: 'Mail for every paid invoice',
  lowBalance: 'Mail when the balance runs low',
  monthlyStatement: 'Mail with monthly statements',
} as const;
/** What entries of operators hold besides. */
export const OPERATOR_FIELDS = {
  username: 'Username',
  userId: 'User ID',
  status: 'Status',
  amountVnd: 'Amount (VND)',
  reference: 'Reference',
  depositId: 'Deposit invoice ID',
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

const ON_OFF = { on: 'Enabled', off: 'Disabled' };
const AUDIT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: TEAM_ROLE_LABELS,
  scopes: API_SCOPE_LABELS,
  whitelistIp: ON_OFF,
  epusdt: ON_OFF,
  callbacks: ON_OFF,
  keyInCallbacks: ON_OFF,
  format: { '1': 'Standard format', '2': 'Format with event type' },
  enabled: ON_OFF,
  invoicePaid: ON_OFF,
  lowBalance: ON_OFF,
  monthlyStatement: ON_OFF,
};
/** Amounts are stored as plain decimals. Dongs have their unit in the label. */
const AUDIT_UNITS: Readonly<Record<string, string>> = {
  amount: '\u00a0USDT',
  paid: '\u00a0USDT',
  payable: '\u00a0USDT',
  price: '\u00a0USDT',
  amountMax: '\u00a0USDT',
  holdMax: '\u00a0USD',
  amountVnd: '',
};
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
    audit: { nothing: 'it only reads' },
    summary: 'The change that a mailed link is about; changes nothing',
    reply: { 200: changeNoticeSchema },
    errors: ['token_expired', 'rate_limited'],
  }),
  cancel: defineRoute({
    ...mailedLink,
    path: '/auth/change-notice/cancel',
    audit: ['wallet.canceled', 'epusdt.canceled'],
    summary: 'Cancel the waiting change of a receiving address or an Epusdt rate',
    reply: { 200: messageReply },
    errors: ['token_expired', 'conflict', 'rate_limited'],
  }),
  notMe: defineRoute({
    ...mailedLink,
    path: '/auth/change-notice/not-me',
    audit: 'account.secured',
    summary:
      'It was not the owner: ends every session, invalidates the password, cancels waiting changes, freezes receiving addresses, revokes what was made in the last 7 days (passkeys and authenticator apps too; older ones stay) and sets back what was changed, receiving addresses too, cancels unpaid invoices that show an address of those days, takes back a changed e-mail address and mails a link to choose a new password',
    reply: { 200: messageReply },
    errors: ['token_expired', 'email_changed_lately', 'email_taken', 'rate_limited'],
  }),
  unfreeze: defineRoute({
    method: 'POST',
    path: '/auth/unfreeze-addresses',
    team: 'own',
    audit: 'addresses.unfrozen',
    summary: 'Lift the freeze of receiving addresses, after a new password',
    tag: 'Account',
    access: 'session',
    stepUp: true,
    secondFactor: 'guard',
    reply: { 200: messageReply },
  }),
};
