/** The groups of calls, as the reference and the OpenAPI document show them, with what each is for. */
export const ROUTE_TAGS = {
  'Merchant API':
    'What a shop’s server calls with the API key of its store: create, read, list and cancel invoices, plan and report refunds, resend callbacks.',
  Callbacks: 'What the gateway sends to a shop’s server, the endpoints it is sent to, and the log of every delivery.',
  Epusdt: 'The create-transaction call of Epusdt with its fields and its MD5 signature, for existing plugins.',
  'Payment page': 'What the hosted payment page reads and sends; everyone with its address may call it.',
  'Payment links': 'Reusable links with a hosted page, and what their page reads.',
  Invoices: 'The merchant’s own list of invoices: filters, details, exports and actions.',
  Transfers: 'Transfers that reached a receiving address and match no invoice.',
  Stores: 'The merchant’s stores with their receiving addresses and API keys.',
  Balance: 'The prepaid balance that fees are taken from: its ledger, top-ups and monthly statements.',
  'Bank feed': 'Where a bank or its go-between reports transfers that top up balances.',
  Dashboard: 'The sums and charts of the first screen.',
  Session: 'Signing up, in and out, and the sessions of an account.',
  'Two-factor': 'Authenticator apps, recovery codes and passkeys.',
  'Email verification': 'Proving that an email address belongs to the account.',
  Account: 'Profile, password, security settings and notifications.',
  Team: 'People who work in a merchant’s account, and what their role allows.',
  Contact: 'Messages to whoever runs this gateway.',
  Translations: 'Languages and the texts of every screen.',
  Admin: 'The back office of whoever runs this gateway.',
  Sandbox: 'Only where a sandbox runs: its chain pays invoices and its clock can be moved.',
} as const satisfies Readonly<Record<string, string>>;
export type RouteTag = keyof typeof ROUTE_TAGS;
