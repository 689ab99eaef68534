export const DEMO_PASSWORD = 'Sandbox-2026!';

export const DEMO_USERS = [
  { username: 'demomerchant', email: 'merchant@sandbox.example', role: 'USER', label: 'Merchant' },
  { username: 'demoadmin', email: 'admin@sandbox.example', role: 'ADMIN', label: 'Admin' },
] as const;
