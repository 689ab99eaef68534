/** What a member of a team may do with the account's data. */
export const TEAM_PERMISSIONS = {
  read: 'See invoices, payments, merchants and the balance',
  export: 'Export invoices and transactions',
  invoices: 'Create, cancel and accept invoices, assign payments, resend callbacks',
  deposits: 'Top up the balance',
  stores: 'Create merchants and change their settings',
  secrets: 'See and reset API keys, change receiving addresses, delete merchants',
  team: 'Invite people and change their roles',
} as const;
export type TeamPermission = keyof typeof TEAM_PERMISSIONS;

/** The matrix: the server checks every route against it, and the screens hide what it does not allow. */
export const TEAM_ROLES = {
  owner: ['read', 'export', 'invoices', 'deposits', 'stores', 'secrets', 'team'],
  manager: ['read', 'export', 'invoices', 'deposits', 'stores'],
  support: ['read', 'invoices'],
  accountant: ['read', 'export', 'deposits'],
  'read-only': ['read'],
} as const satisfies Readonly<Record<string, readonly TeamPermission[]>>;
export type TeamRole = keyof typeof TEAM_ROLES;
/** The account itself is its owner; there is exactly one. */
export const INVITED_ROLES = ['manager', 'support', 'accountant', 'read-only'] as const satisfies readonly TeamRole[];
export const TEAM_ROLE_NAMES = ['owner', ...INVITED_ROLES] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

export function mayRole(role: TeamRole, permission: TeamPermission): boolean {
  return (TEAM_ROLES[role] as readonly TeamPermission[]).includes(permission);
}

/** As the screens and mails name them. */
export const TEAM_ROLE_LABELS = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  accountant: 'Accountant',
  'read-only': 'Read-only',
} as const satisfies Readonly<Record<TeamRole, string>>;
