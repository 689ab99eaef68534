/** Changes of an account that a thief would make, with their titles. Each is logged, and the owner is mailed. */
export const ACCOUNT_CHANGES = {
  'password.changed': 'Your password was changed',
  'email.requested': 'A new email address was entered',
  'email.changed': 'Your email address was changed',
  'two-factor.on': 'Two-factor authentication was turned on',
  'two-factor.off': 'Two-factor authentication was turned off',
  'email-code.on': 'Email OTP was turned on',
  'email-code.off': 'Email OTP was turned off',
  'login-notices.on': 'Notices of new sign-ins were turned on',
  'login-notices.off': 'Notices of new sign-ins were turned off',
  'whitelist.changed': 'The list of allowed IP addresses was changed',
  'store.deleted': 'A merchant was deleted',
  'api-key.renewed': 'An API key was renewed',
  'api-key.created': 'An API key was created',
  'api-key.rolled': 'An API key was rolled',
  'api-key.revoked': 'An API key was revoked',
  'callback-secret.renewed': 'A callback secret was renewed',
  'wallet.added': 'A receiving address was added',
  'wallet.changed': 'A receiving address was changed',
  'wallet.removed': 'A receiving address was removed',
} as const;
export type AccountChange = keyof typeof ACCOUNT_CHANGES;

/** By admins, operators on the command line, and those who settle transfers. */
export type OperatorAction =
  | `operator.${'adjust' | 'disable-user' | 'enable-user' | 'grant' | 'platform-address' | 'release-address' | 'reset-2fa' | 'revoke' | 'store-status'}`
  | `language.${'added' | 'keys_added' | 'keys_deleted' | 'retranslated' | 'synced' | 'text_changed'}`
  | `transfer.${'assigned' | 'claimed' | 'dismissed' | 'restored' | 'unassigned'}`
  | 'bank-transfer.assign';
export type AuditAction = AccountChange | OperatorAction;

/** What `detail`, `before` and `after` of an account's entry hold, with their labels. */
export const AUDIT_FIELDS = {
  store: 'Merchant',
  name: 'Name',
  network: 'Network',
  address: 'Address',
  email: 'Email',
  apiKey: 'API key',
  scopes: 'Permissions',
  callbackSecret: 'Callback secret',
  whitelistIp: 'Whitelist IP',
  allowedIps: 'Allowed IP addresses',
} as const;
export type AuditField = keyof typeof AUDIT_FIELDS;
export type AuditValues = Readonly<Partial<Record<AuditField, string>>>;
