/** Invoices, payments, stores, callbacks, balance. */
export const merchantErrorHelp = {
  insufficient_balance: {
    cause: 'The prepaid balance does not cover the fee of this invoice, and the free trial is over.',
    cure: 'Top up the balance, then send the same call again. A mail warns you when the balance falls below its threshold, before it is empty.',
  },
  store_inactive: {
    cause: 'The merchant was switched off or deleted.',
    cure: 'Switch it on under Merchants. If whoever runs the gateway switched it off, ask them.',
  },
  store_has_no_address: {
    cause: 'The merchant has no receiving address on any network, so nobody could pay.',
    cure: 'Add one in the details of the merchant. A new address may have to wait until its lock is over.',
  },
  request_id_reused: {
    cause: 'The store already has an invoice with this `request_id` and another amount or name.',
    cure: 'Use one `request_id` per order. The same call again answers with the same invoice and is not an error.',
  },
  too_many_open_invoices_for_amount: {
    cause: 'Every payable amount near this one is reserved by an open invoice: the exact amount tells payments apart.',
    cure: 'Cancel invoices that nobody will pay, wait until some end, or add a receiving address on another network.',
  },
  invoice_not_open: {
    cause: 'The invoice is paid, cancelled or expired.',
    cure: 'Read the invoice and go by its status. For a new try create a new invoice with a new `request_id`.',
  },
  invoice_not_acceptable: {
    cause: 'Only an invoice that has received less than its amount can be accepted as it is.',
    cure: 'Read the invoice again: it may have been paid in full or may have received nothing.',
  },
  invoice_changed: {
    cause: 'The call says with `paid` what it saw, and another amount has been paid for the invoice in the meantime: `details.paid`.',
    cure: 'Read the invoice again, and decide again.',
  },
  invoice_already_paid: {
    cause: 'The invoice is completed; the transfers that paid it stay with it.',
    cure: 'Attach the transfer to another invoice, or send the money back as a refund.',
  },
  transfer_taken: {
    cause: 'The transfer pays an invoice already, was set aside, or its block is no longer part of the chain.',
    cure: 'Reload the list of transfers and choose again.',
  },
  invalid_signature: {
    cause: 'The signed message was not signed by the address that sent the transfer, or the MD5 signature of an Epusdt call is wrong.',
    cure: 'Sign exactly the text that was given with the wallet that paid. For Epusdt, sort the fields by name and leave out empty ones.',
  },
  too_many_claims: {
    cause: 'Ten transactions were reported for this invoice within an hour.',
    cure: 'Wait, or let the merchant attach the transfer by hand.',
  },
  refund_not_open: {
    cause: 'The refund is on the chain already, or was cancelled.',
    cure: 'Read the refunds of the invoice again; plan another one if something is left.',
  },
  refund_too_large: {
    cause:
      'The payments that are final, less all refunds that were not cancelled, are less than the amount. By API key the same holds for what came from this address.',
    cure: 'Choose at most what `left` says. A payment that is not final yet does not count.',
  },
  refund_to_unknown_address: {
    cause: 'By API key a refund goes to an address that paid the invoice, so that a stolen key cannot name another.',
    cure: 'Take network and address from `suggestions`. For any other address sign in and plan the refund on the invoice’s page.',
  },
  refund_request_id_reused: {
    cause: 'A refund of this invoice has the same `request_id`, and another network, address, amount or reason.',
    cure: 'Repeat a call with the same values, or choose a new `request_id` for another refund.',
  },
  refund_to_own_address: {
    cause: 'The address receives payments for you or for the gateway: a refund there would be read as a payment.',
    cure: 'Ask the customer for an address of theirs.',
  },
  refund_to_other_address: {
    cause: 'The transaction failed, moved another token, or sent USDT elsewhere.',
    cure: 'Check network and address of the refund, and copy the hash from the wallet that sent it.',
  },
  refund_of_other_amount: {
    cause: 'Only the exact amount proves a refund. An exchange may have kept its fee.',
    cure: 'Cancel this refund and plan one of the amount that was sent.',
  },
  refund_too_early: { cause: 'The transaction is older than the invoice.', cure: 'Name the transaction that sent this refund.' },
  refund_taken: {
    cause: 'The same transfer already proves another refund of yours.',
    cure: 'Enter the transaction of this refund, or cancel the refund if it was planned twice.',
  },
  too_many_refunds: { cause: 'Cancelled refunds count too.', cure: 'Report the refunds that are planned instead of planning new ones.' },
  too_many_unpaid_orders: {
    cause: 'Three orders of this payment link were made from one network address and are neither paid nor expired.',
    cure: 'Pay one of them, cancel it on its page, or wait until it has expired.',
  },
  proof_needed: {
    cause: 'The operator asks for a proof of work, and the one that came is missing, wrong, too old or was used for another order.',
    cure: 'Take `proof` from `GET /pay/{slug}`, find a number whose hash begins with so many zero bits, and send both.',
  },
  link_not_open: {
    cause: 'The payment link is paused, has expired or is sold out.',
    cure: 'The merchant can open it again, raise its stock or move its end.',
  },
  too_many_links: { cause: 'An account has 200 payment links.', cure: 'Change one that is no longer used instead of making another.' },
  too_many_endpoints: { cause: 'A merchant has 10 callback endpoints.', cure: 'Remove one, or let one endpoint pass events on.' },
  too_many_stores: { cause: 'An account has 200 merchants.', cure: 'Delete one that is no longer used.' },
  too_many_api_keys: { cause: 'A merchant has 20 API keys.', cure: 'Revoke one that is no longer used.' },
  no_callback_yet: {
    cause: 'The invoice is still waiting, or it has no callback address and no endpoint.',
    cure: 'Resend after it is completed or expired. For a trial use the test callback of the merchant.',
  },
  callback_outdated: {
    cause: 'What it tells is no longer true: the invoice was paid after it had expired, or the network took the payment back.',
    cure: 'Send the last callback of the invoice again, or read the invoice itself.',
  },
  callback_too_old: {
    cause: 'What was sent is kept for 90 days; after that the log has only when and where it was sent.',
    cure: 'Read the invoice itself: its state is kept for ever.',
  },
  callback_port_refused: {
    cause: 'Callbacks go to https on port 443 unless whoever runs the gateway allowed other ports.',
    cure: 'Put your receiver behind https. On your own machine, `npx stablegate listen` forwards callbacks without any open port.',
  },
  api_key_not_active: {
    cause: 'The key was revoked, has expired or was already rolled.',
    cure: 'Reload the list of keys and create a new one.',
  },
  network_taken: {
    cause: 'The merchant has an address on this network; there is one per network.',
    cure: 'Change the existing address instead of adding one.',
  },
  address_in_use: {
    cause: 'Another merchant receives at this address, so a payment could belong to either.',
    cure: 'Use an address of its own for every merchant. Addresses cost nothing.',
  },
  addresses_frozen: {
    cause: 'Someone pressed “This was not me” in a mail: receiving addresses cannot be changed until the owner lifts the freeze.',
    cure: 'The owner lifts it under Profile, Security, after changing the password.',
  },
  invalid_address: {
    cause: 'The text is not an address of this network, or its checksum is wrong.',
    cure: 'Copy it from the wallet again, and check that the network is the right one.',
  },
  address_is_token: {
    cause: 'It is the address of a token’s contract.',
    cure: 'Enter the address of your own wallet; money sent to a token’s contract is lost.',
  },
  address_is_token_account: {
    cause: 'On Solana it is the account that holds a token, not the wallet which owns it.',
    cure: 'Enter the wallet’s own address; its token account is found from it.',
  },
  address_is_unspendable: { cause: 'Nobody has a key for this address.', cure: 'Enter an address of a wallet that you control.' },
  address_needs_confirmation: {
    cause: 'The address is a contract or looks unusual, so you have to say that you can spend from it.',
    cure: 'Check it, for example with a small payment out of it, and send the call again with the confirmation.',
  },
  address_needs_proof: {
    cause: 'The address receives so many transfers that it looks like one of an exchange.',
    cure: 'Sign the given message with the key of the address, or use a wallet of your own.',
  },
  proof_refused: {
    cause: 'The signature is of another key or of another text.',
    cure: 'Sign exactly the text that was given, with the key of this address.',
  },
  proof_expired: { cause: 'The message to sign is too old.', cure: 'Ask for a new one and sign that.' },
  rate_not_readable: {
    cause: 'The address of the exchange rate answers with no JSON, without a number at the given place, or with one far from yours.',
    cure: 'Open the address yourself and compare; correct the path to the number or your own rate.',
  },
  too_many_open_deposits: { cause: 'Twenty USDT top-ups are open.', cure: 'Pay one of them, or wait until one ends.' },
  reference_taken: { cause: 'Another top-up has this transfer reference.', cure: 'Choose another one.' },
  weak_reference: {
    cause: 'A reference that is a plain word or number would be found in other people’s bank transfers.',
    cure: 'Use at least one digit and two letters.',
  },
  rate_too_old: {
    cause: 'The exchange rate is read from an address that has given no usable answer for more than a day.',
    cure: 'Try again later, or top up by USDT. Whoever runs the gateway is told.',
  },
  top_up_not_configured: { cause: 'Whoever runs the gateway has not set up this way to top up.', cure: 'Choose another way, or ask them.' },
} as const;
