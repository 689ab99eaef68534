/** What the ids of an entity begin with. A prefix is written here and nowhere else. */
export const ID_PREFIXES = {
  adjustment: 'adj',
  apiCall: 'api',
  apiKey: 'key',
  bankTransfer: 'btr',
  contactMessage: 'msg',
  delivery: 'cbk',
  deposit: 'dep',
  endpoint: 'end',
  entry: 'led',
  invitation: 'tin',
  invoice: 'inv',
  mail: 'mail',
  passkey: 'psk',
  paymentLink: 'lnk',
  refund: 'ref',
  session: 'ses',
  store: 'str',
  testCallback: 'test',
  transfer: 'trf',
  user: 'usr',
  wallet: 'wal',
} as const;
export type Entity = keyof typeof ID_PREFIXES;

/** A text that names one entity: where an invoice's id is asked for, a store's does not compile. */
export type Id<E extends Entity> = string & { readonly __entity: E };

/** Of an entry in the log of a store's calls. */
export type ApiCallId = Id<'apiCall'>;
export type ApiKeyId = Id<'apiKey'>;
export type BankTransferId = Id<'bankTransfer'>;
export type ContactMessageId = Id<'contactMessage'>;
export type DeliveryId = Id<'delivery'>;
export type DepositId = Id<'deposit'>;
/** Of a store, for callbacks. */
export type EndpointId = Id<'endpoint'>;
export type EntryId = Id<'entry'>;
/** A hold is an entry of the ledger, but not every entry is a hold. */
export type HoldId = EntryId & { readonly __isHold: true };
/** To a team. */
export type InvitationId = Id<'invitation'>;
export type InvoiceId = Id<'invoice'>;
export type MailId = Id<'mail'>;
export type PasskeyId = Id<'passkey'>;
export type PaymentLinkId = Id<'paymentLink'>;
export type RefundId = Id<'refund'>;
export type SessionId = Id<'session'>;
export type StoreId = Id<'store'>;
/** Of a transfer that was seen on a chain. */
export type TransferId = Id<'transfer'>;
export type UserId = Id<'user'>;
/** Of a store's receiving address. */
export type WalletId = Id<'wallet'>;

/** For ids that come from outside: whether there is such an entity, the query that looks for it will tell. */
const read =
  <E extends Entity>() =>
  (text: string): Id<E> =>
    text as Id<E>;
export const asApiKeyId = read<'apiKey'>();
export const asBankTransferId = read<'bankTransfer'>();
export const asDeliveryId = read<'delivery'>();
export const asDepositId = read<'deposit'>();
export const asEndpointId = read<'endpoint'>();
export const asInvitationId = read<'invitation'>();
export const asInvoiceId = read<'invoice'>();
export const asMailId = read<'mail'>();
export const asPasskeyId = read<'passkey'>();
export const asPaymentLinkId = read<'paymentLink'>();
export const asRefundId = read<'refund'>();
export const asSessionId = read<'session'>();
export const asStoreId = read<'store'>();
export const asTransferId = read<'transfer'>();
export const asUserId = read<'user'>();
export const asWalletId = read<'wallet'>();
