/**
 * So many calls in so many seconds. `caller`: the signed-in user, or the store of the key; `address`: the client's, a /64 of IPv6.
 * - load: bounds what an honest client may cost. Each start (with API_PROCESSES, all its processes together) counts it by itself, and the
 *   sandbox, where load is measured, not at all unless LIMITS says so. The others bound guessing, mails and third parties.
 * - inside: counted by the use case, which alone knows the key or whether to count; all others by the edge, before the handler.
 */
export type Limit = {
  readonly points: number;
  readonly seconds: number;
  readonly per: 'caller' | 'address' | 'browser' | 'session' | 'invoice' | 'callback' | 'link' | 'store' | 'host' | 'installation';
  readonly load?: true;
  readonly inside?: true;
  /** What is counted where it is not calls. */
  readonly counts?: string;
};

const MINUTE = 60;
const HOUR = 3_600;

/** Every request-rate limit. The slow-down after wrong passwords and codes is in login-throttle.domain.ts. */
export const LIMITS = {
  guests: { points: 2_400, seconds: MINUTE, per: 'address', load: true },
  'signed-in': { points: 1_200, seconds: MINUTE, per: 'caller', load: true },
  stores: { points: 3_000, seconds: MINUTE, per: 'caller', load: true },
  'create-invoice': { points: 600, seconds: MINUTE, per: 'caller', load: true },
  'payment-page': { points: 1_200, seconds: MINUTE, per: 'address', load: true },
  /** A long one occupies a processor for seconds. */
  exports: { points: 30, seconds: MINUTE, per: 'caller' },
  /** Only wrong ones count: the right key works from an address that tried many. */
  'wrong-keys': { points: 60, seconds: MINUTE, per: 'address', inside: true },

  'sign-up': { points: 20, seconds: HOUR, per: 'address' },
  /** Right or wrong. Known browsers are exempt: a neighbour's flood must not lock them out. */
  'sign-in': { points: 60, seconds: MINUTE, per: 'address', inside: true },
  /** Beyond it a known browser queues with the strangers: whoever has an account could otherwise fill the queue of the known ones. */
  'sign-in-known-browser': { points: 20, seconds: MINUTE, per: 'browser', inside: true },
  'passkey-sign-in': { points: 60, seconds: MINUTE, per: 'address' },
  'sign-in-code-step': { points: 60, seconds: MINUTE, per: 'address', inside: true },
  /** Prevents flooding the owner's mailbox by anyone with the password. Counted per browser, so that it cannot lock the owner out either. */
  'sign-in-code': { points: 10, seconds: 300, per: 'caller', inside: true },
  'new-device-mail': { points: 10, seconds: HOUR, per: 'caller', inside: true },
  'confirm-code': { points: 10, seconds: 300, per: 'session', inside: true },
  /** Set-ups that are finished, turned off and started again; a person needs two or three. */
  'two-factor-setup': { points: 20, seconds: 600, per: 'caller' },
  /** In addition to the 60 s between two mails: how much one account may mail to addresses of its choice. */
  'verification-mails': { points: 30, seconds: HOUR, per: 'caller' },
  'team-invitations': { points: 30, seconds: HOUR, per: 'caller' },
  'opened-links': { points: 60, seconds: 600, per: 'address' },
  /** By address only: a refusal per account would reveal which accounts exist. */
  'reset-requests': { points: 20, seconds: HOUR, per: 'address' },
  resets: { points: 20, seconds: 600, per: 'address' },
  'whitelist-link-mail': { points: 5, seconds: HOUR, per: 'caller', inside: true },
  'whitelist-link-use': { points: 30, seconds: MINUTE, per: 'address' },

  'create-store': { points: 100, seconds: HOUR, per: 'caller' },
  'create-key': { points: 100, seconds: HOUR, per: 'caller' },
  wallets: { points: 300, seconds: HOUR, per: 'caller' },
  /** A lookup costs the nodes up to about thirty requests. Beyond these two, addresses are registered without one. */
  'address-lookup': { points: 20, seconds: HOUR, per: 'caller', inside: true },
  'address-lookups': { points: 200, seconds: HOUR, per: 'installation', inside: true },
  'create-deposit': { points: 60, seconds: MINUTE, per: 'caller' },
  /** Each asks the nodes. A payer presses the button once or twice. */
  'wallet-transactions': { points: 30, seconds: HOUR, per: 'address' },
  /** Strangers make invoices with these: each reserves an amount and a fee. Many customers share an address behind a mobile network. */
  'link-orders': { points: 30, seconds: HOUR, per: 'address' },
  'orders-of-link': { points: 600, seconds: HOUR, per: 'link', inside: true },
  /** Each may query the nodes. Many payers share an address behind a mobile network; few name more than two transactions. */
  claims: { points: 20, seconds: HOUR, per: 'address' },
  /** Of claims and wallets together: strangers with many addresses must not spend the nodes' day. */
  'look-ups': { points: 1_000, seconds: HOUR, per: 'installation', inside: true },
  'claims-of-invoice': { points: 10, seconds: HOUR, per: 'invoice', inside: true },
  /** Each asks the nodes; a merchant reports a refund once. */
  'refund-reports': { points: 60, seconds: HOUR, per: 'caller' },
  /** The merchant chooses the receiver: enough for trying things out and for a shop that was down, too few to flood a third party. */
  'test-callback': { points: 20, seconds: 300, per: 'caller' },
  'resend-callback': { points: 5, seconds: 300, per: 'callback', inside: true },
  'resend-of-store': { points: 1_000, seconds: HOUR, per: 'store', inside: true },
  'resend-to-host': { points: 2_000, seconds: HOUR, per: 'host', inside: true },
  /** Each sends its owner a mail: a thief at an open session could fill the mailbox, and hide what matters among them. */
  'account-changes': { points: 200, seconds: HOUR, per: 'caller' },
  contact: { points: 10, seconds: HOUR, per: 'address' },
  'missing-keys': { points: 30, seconds: MINUTE, per: 'address' },
  /** Five calls of a hundred. Screens of this release lack no key, so an honest browser reports none. */
  'reported-keys': { points: 500, seconds: HOUR, per: 'address', inside: true, counts: 'reported keys' },
  /** Each call costs the operator money. */
  'machine-translation': { points: 60, seconds: MINUTE, per: 'caller' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);
