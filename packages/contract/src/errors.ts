import { z } from 'zod';

/**
 * Every error a caller can get: its status and its text for users. The text is a translation key, so a screen may show `message` unchanged
 * or translate it. Codes are fixed: they are part of the wire.
 */
export const errorCatalogue = {
  malformed_request: { status: 400, message: 'The request could not be read.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  invalid_credentials: { status: 401, message: 'Invalid username or password' },
  invalid_api_key: { status: 401, message: 'The API key is missing or wrong.' },
  api_key_ended: { status: 401, message: 'This API key has expired or was revoked.' },
  no_pending_login: { status: 401, message: 'Please sign in with your password first.' },
  insufficient_balance: { status: 402, message: 'Your balance is too low.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  role_forbids: { status: 403, message: 'Your role in this team does not allow this. Please ask the owner of the account.' },
  team_address_not_allowed: {
    status: 403,
    message: 'The owner of this account allows work for it from listed network addresses only, and yours is not listed.',
  },
  team_two_factor_required: {
    status: 403,
    message: 'The owner of this account requires two-factor authentication. Please set it up under Profile, Security first.',
  },
  below_member_floor: {
    status: 403,
    message: 'Less arrived than members of this team may accept as paid. Please ask the owner of the account.',
  },
  invitation_for_another: {
    status: 403,
    message: 'This invitation was sent to another email address. Please sign in with the account that has that address.',
  },
  foreign_origin: { status: 403, message: 'This call came from another site and was refused.' },
  email_not_verified: { status: 403, message: 'Please verify your email address first.' },
  code_mailed: { status: 403, message: 'We emailed you a code. Please enter it to continue.' },
  addresses_frozen: {
    status: 403,
    message: 'Receiving addresses are frozen. Lift the freeze under Profile, Security first.',
  },
  email_changed_lately: {
    status: 403,
    message: 'The email address of this account was changed in the last 7 days. Until then, only the mailbox from before may do this.',
  },
  recent_sign_in_required: { status: 403, message: 'Please confirm your password to continue.' },
  wrong_password: { status: 403, message: 'The password is wrong.' },
  address_not_allowed: { status: 403, message: 'Sign-in from this network address is not allowed.' },
  key_address_not_allowed: { status: 403, message: 'This API key may not be used from this network address.' },
  missing_scope: { status: 403, message: 'This API key is not allowed to make this call.' },
  second_factor_required: {
    status: 403,
    message: 'Please confirm with your authenticator app or a passkey. Without one, set it up under Profile, Security first.',
  },
  passkey_required: { status: 403, message: 'Please confirm with your passkey.' },
  two_factor_required: { status: 403, message: 'Administrators need two-factor authentication. Please set it up first.' },
  account_disabled: { status: 403, message: 'This account is disabled.' },
  store_inactive: { status: 403, message: 'This merchant is not active.' },
  not_found: { status: 404, message: 'Not found.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  conflict: { status: 409, message: 'This was changed in the meantime. Please reload.' },
  username_taken: { status: 409, message: 'This username is already taken.' },
  email_taken: { status: 409, message: 'This email address is already in use.' },
  already_in_team: { status: 409, message: 'This person is already in your team.' },
  team_full: { status: 409, message: 'A team has at most 50 people, open invitations included.' },
  network_taken: { status: 409, message: 'This merchant already has an address on this network.' },
  address_in_use: { status: 409, message: 'This address is already in use.' },
  api_key_not_active: { status: 409, message: 'This API key is no longer valid or was already rolled.' },
  last_second_factor: {
    status: 409,
    message: 'Your account requires two-factor authentication. Please add another second factor before you remove this one.',
  },
  request_id_reused: { status: 409, message: 'This request_id was already used for another invoice.' },
  invoice_not_open: { status: 409, message: 'This invoice is no longer waiting for a payment.' },
  too_many_unpaid_orders: {
    status: 409,
    message: 'You have three unpaid orders here. Please pay one of them, or try again when they have expired.',
  },
  link_not_open: { status: 409, message: 'This payment link is not open for payments.' },
  transfer_taken: { status: 409, message: 'This transfer already belongs to an invoice, or is no longer there.' },
  invoice_not_acceptable: { status: 409, message: 'Only a partly paid invoice can be accepted.' },
  invoice_changed: {
    status: 409,
    message: 'The payments of this invoice changed after you had looked. Nothing was done; please look again.',
  },
  invoice_already_paid: { status: 409, message: 'This invoice is paid: its transfers stay with it.' },
  refund_not_open: { status: 409, message: 'This refund was already sent or cancelled.' },
  refund_request_id_reused: { status: 409, message: 'This request_id was already used for another refund of this invoice.' },
  refund_taken: { status: 409, message: 'This transaction is already the proof of another refund.' },
  callback_outdated: { status: 409, message: 'A later event of this invoice replaced this callback. It is not sent again.' },
  idempotency_key_reused: { status: 409, message: 'This was already recorded with other values.' },
  reference_taken: { status: 409, message: 'This transfer reference was already used. Please choose another one.' },
  bundle_full: { status: 409, message: 'The texts of a language are limited to 512 KB. Please delete keys that no screen uses.' },
  language_taken: { status: 409, message: 'This language already exists.' },
  token_expired: { status: 410, message: 'This link has expired or was already used.' },
  callback_too_old: { status: 410, message: 'This callback is older than 90 days and can no longer be sent.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This content type is not accepted here.' },
  invalid_value: { status: 422, message: 'Some values are not valid. Please check them.' },
  short_password: { status: 422, message: 'Please use at least 8 characters.' },
  weak_password: { status: 422, message: 'Please choose a stronger password for better security.' },
  guessable_password: { status: 422, message: 'This password is easy to guess. A longer one, or several unrelated words, would not be.' },
  common_password: { status: 422, message: 'This password is on a list of common passwords. Please choose another one.' },
  invalid_code: { status: 422, message: 'Invalid code or session expired' },
  would_lock_you_out: { status: 422, message: 'Your own address is not in the list. Saving it would lock you out.' },
  passkey_refused: { status: 422, message: 'This passkey was not accepted. Please try again.' },
  too_many_passkeys: { status: 422, message: 'An account can have 20 passkeys. Please remove one that is no longer used.' },
  no_second_factor: { status: 422, message: 'Please add a passkey or an authenticator app first.' },
  invalid_address: {
    status: 422,
    message: 'This is not a valid address of the chosen network. Check the network, and the address for typing errors.',
  },
  address_is_token: {
    status: 422,
    message: 'This is the address of a token, not of a wallet: what is sent there is lost. Please enter the address of your own wallet.',
  },
  address_is_token_account: {
    status: 422,
    message: 'This is a token account, not a wallet. Please enter the wallet that it belongs to.',
  },
  address_is_unspendable: {
    status: 422,
    message: 'Nobody can spend from this address: it belongs to the network itself, or tokens are destroyed there.',
  },
  address_needs_confirmation: { status: 422, message: 'Please confirm that you can spend from this address.' },
  address_needs_proof: {
    status: 422,
    message: 'This address receives very many transfers. Please prove that it is yours by signing a message with its key.',
  },
  proof_refused: { status: 422, message: 'This signature was not made with the key of this address, or not for this message.' },
  proof_expired: { status: 422, message: 'This message is no longer valid. Please sign the new one.' },
  rate_not_readable: {
    status: 422,
    message: 'No usable rate was found at this address. It has to answer with JSON, and the number must be between half and twice yours.',
  },
  callback_port_refused: { status: 422, message: 'Callbacks cannot be sent to this port. Please use an https address on port 443.' },
  store_has_no_address: { status: 422, message: 'This merchant has no receiving address yet.' },
  too_many_stores: { status: 422, message: 'An account can have 200 merchants. Please delete one that is no longer used.' },
  too_many_api_keys: { status: 422, message: 'A merchant can have 20 API keys. Please revoke one that is no longer used.' },
  too_many_open_invoices_for_amount: {
    status: 422,
    message: 'Too many invoices of this amount are open. Please wait until some of them end, or change the amount.',
  },
  too_many_links: { status: 422, message: 'An account can have 200 payment links. Please change one that is no longer used.' },
  too_many_endpoints: { status: 422, message: 'A merchant can have at most 10 callback endpoints.' },
  no_callback_yet: { status: 409, message: 'This invoice has sent no callback yet.' },
  weak_reference: { status: 422, message: 'A transfer reference needs at least one digit and two letters.' },
  too_many_open_deposits: { status: 422, message: 'You have 20 open USDT top-ups. Please pay one of them, or wait until one ends.' },
  unknown_placeholder: { status: 422, message: 'This text uses a placeholder that its key does not have.' },
  invalid_signature: { status: 422, message: 'This is not a signature of the address that sent the transfer.' },
  refund_too_large: { status: 422, message: 'This is more than what is left of the payments of this invoice.' },
  refund_to_unknown_address: {
    status: 422,
    message: 'No payment of this invoice came from this address. Please plan this refund on the invoice’s page.',
  },
  refund_to_own_address: { status: 422, message: 'This is a receiving address of your own. Please enter the address of the customer.' },
  refund_to_other_address: { status: 422, message: 'This transaction sent no USDT to the address of this refund on its network.' },
  refund_of_other_amount: { status: 422, message: 'This transaction sent another amount to the address of this refund.' },
  refund_too_early: { status: 422, message: 'This transaction is older than the invoice.' },
  too_many_refunds: { status: 422, message: 'An invoice can have 20 refunds.' },
  too_many_claims: { status: 422, message: 'Too many transactions were reported for this invoice. Please contact the merchant.' },
  page_too_far: { status: 422, message: 'This page is beyond what can be listed. Please narrow the filters.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment.' },
  WAIT_BEFORE_RESEND: { status: 429, message: 'Please wait before requesting another verification email.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable. Please try again.' },
  mail_not_configured: { status: 503, message: 'This server cannot send mail yet. Please tell whoever runs it.' },
  top_up_not_configured: { status: 503, message: 'This way to top up is not available at the moment.' },
  rate_too_old: { status: 503, message: 'The exchange rate could not be updated for more than a day. Please try again later.' },
  translator_not_configured: { status: 503, message: 'Machine translation is not configured.' },
  translator_failed: { status: 503, message: 'The translation service gave no usable answer. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

export const errorReplySchema = z
  .object({
    status: z.literal('error'),
    code: z.string(),
    message: z.string(),
    msg: z.string().optional(),
    requestId: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    details: z.record(z.string(), z.unknown()).optional().describe('What the caller needs to go on, where the call says so'),
  })
  .describe('What every refused call answers.');
export type ErrorReply = z.infer<typeof errorReplySchema>;
