/** What any call may answer: the request itself, keys, limits, and the gateway's own troubles. */
export const requestErrorHelp = {
  malformed_request: {
    cause: 'The address, the query or a header cannot be read, for example bytes that are not UTF-8.',
    cure: 'Percent-encode the values of the address as UTF-8. The same request will be refused again.',
  },
  malformed_json: {
    cause: 'The body is empty or not valid JSON, although the content type says so.',
    cure: 'Send the output of your language’s JSON encoder, and `Content-Type: application/json`.',
  },
  not_found: {
    cause: 'Nothing with this id exists, or it belongs to another store: the answer does not tell which.',
    cure: 'Check the id, and whether the API key is of the store that created it. A path that is not in the reference answers this too.',
  },
  request_timeout: {
    cause: 'The request did not arrive completely within 15 seconds.',
    cure: 'Send it again. If it happens often, look for a proxy that holds back bodies.',
  },
  conflict: {
    cause: 'Somebody or something else changed it between reading and writing.',
    cure: 'Read it again, decide again, and send the change anew.',
  },
  body_too_large: { cause: 'The body has more than 64 KB.', cure: 'Shorten it. Metadata is for references, not for documents.' },
  unsupported_media_type: {
    cause: 'The content type of the body is not one that this call lists.',
    cure: 'Send `Content-Type: application/json`; forms only where the reference lists them.',
  },
  invalid_value: {
    cause: 'At least one field is missing, has another type or is outside its limits.',
    cure: 'Read `errors`: each entry names the field in `path` and says what is wrong. Amounts are strings such as "48.00".',
  },
  page_too_far: {
    cause: 'The page lies beyond what a list counts.',
    cure: 'Narrow the filters, for example by date. Programs use the cursor of `GET /payment/invoices`, which has no end.',
  },
  idempotency_key_reused: {
    cause: 'The same key of a repeated call came with other values.',
    cure: 'Repeat a call unchanged, or use a new key for a new one.',
  },
  invalid_api_key: {
    cause:
      'The header `X-API-KEY` is missing, or no merchant has this key. Sixty wrong keys a minute from one address are refused altogether.',
    cure: 'Copy the key again from the details of the merchant. A key of the sandbox does not work in production, nor the other way round.',
  },
  api_key_ended: {
    cause: 'The key has reached its expiry, was revoked, or was rolled and its time of grace is over.',
    cure: 'Create or roll a key in the details of the merchant and put it into your configuration.',
  },
  missing_scope: {
    cause: 'The key was made with chosen permissions, and this call needs another one. The reference names it at every call.',
    cure: 'Create a key that has the permission; those of an existing key do not change.',
  },
  key_address_not_allowed: {
    cause: 'The key has a list of network addresses, and this request came from another one.',
    cure: 'Add the public IP address of your server, or send the request from a listed one. Behind a proxy, that is the proxy’s address.',
  },
  foreign_origin: {
    cause: 'A browser sent the call from a page of another site.',
    cure: 'Call the merchant API from your server with a key. The calls behind the screens accept requests from the pages of this gateway only.',
  },
  forbidden: { cause: 'The account has no right to this call.', cure: 'Use an account that has it; the reference says who may call.' },
  rate_limited: {
    cause: 'More calls came in than the limit of this call allows. The header `RateLimit-Policy` names it.',
    cure: 'Wait as many seconds as `Retry-After` says, then go on more slowly. Callbacks or `GET /payment/events` replace polling.',
  },
  internal_error: {
    cause: 'A fault of the gateway.',
    cure: 'Try again with the same `request_id`: nothing is created twice. If it stays, report the `requestId` of the answer.',
  },
  unavailable: {
    cause: 'The database or a node of the network does not answer at the moment.',
    cure: 'Try again after `Retry-After`, with increasing pauses. A call with the same `request_id` creates nothing twice.',
  },
} as const;
