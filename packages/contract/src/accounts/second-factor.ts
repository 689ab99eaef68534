/** What an owner may require a second factor for, whoever of the team does it. Each with its title and what it covers, as screens show them. */
export const SECOND_FACTOR_ACTIONS = {
  addresses: { title: 'Receiving addresses', covers: 'Add, change or remove an address.' },
  keys: { title: 'Keys and secrets', covers: 'Create, roll, reset or revoke API keys, callback secrets and endpoints.' },
  accept: { title: 'Decisions about payments', covers: 'Accept partial payments, assign transfers, plan refunds to new addresses.' },
  links: { title: 'Payment links', covers: 'Create, change or delete a payment link.' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly covers: string }>>;
export type SecondFactorAction = keyof typeof SECOND_FACTOR_ACTIONS;
export const SECOND_FACTOR_ACTION_NAMES = Object.keys(SECOND_FACTOR_ACTIONS) as [SecondFactorAction, ...SecondFactorAction[]];
