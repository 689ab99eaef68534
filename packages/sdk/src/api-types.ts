// Written by tools/generate-types.ts from the contract: change it there.

export interface NewInvoice {
  name: string;
  description?: string;
  amount: string | number;
  /**
   * Your own order number: the same one again returns the same invoice
   */
  request_id: string;
  /**
   * An https address on port 443, unless this gateway allows more
   */
  callback_url?: string;
  success_url?: string;
  cancel_url?: string;
  /**
   * Up to 20 keys of your own, each with a string
   */
  metadata?: {
    [k: string]: string;
  };
}

export interface CreatedInvoice {
  trans_id: string;
  amount: string;
  status: 'pending';
  url_payment: string;
  expires_at: string;
  /**
   * What the customer sends: amount, fee, and what tells this payment from others
   */
  payable: string;
  /**
   * Where the customer may send it, by network
   */
  addresses: {
    TRON?: string;
    BEP20?: string;
    ERC20?: string;
    POLYGON?: string;
    SOLANA?: string;
  };
}

export interface Invoice {
  trans_id: string;
  /**
   * null for an invoice made on screen without one
   */
  request_id: string | null;
  amount: string;
  fee: string;
  /**
   * What the customer sends
   */
  payable: string;
  status: 'completed' | 'waiting' | 'expired';
  network?: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
  from_address?: string;
  trans_hash?: string;
  created_at: string;
  expires_at: string;
  paid_at?: string;
  /**
   * What arrived and is in a block
   */
  paid: string;
  flags: ('paidLate' | 'paidPartial' | 'paidOver' | 'resolvedByHand' | 'cancelled' | 'reversed' | 'oversold')[];
  /**
   * What you sent back and is final on the chain; the fee of the invoice stays
   */
  refunded: string;
  /**
   * Only where one invoice is asked for and something was refunded
   */
  refunds?: {
    id: string;
    /**
     * USDT
     */
    amount: string;
    network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
    from_address: string;
    to_address: string;
    trans_hash: string;
    reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
    confirmed_at: string;
  }[];
  /**
   * As given when the invoice was made; empty when there was none
   */
  metadata: {
    [k: string]: string;
  };
}

export interface CallbackEvent {
  /**
   * Of the event: the same at every endpoint and in GET /payment/events. The webhook-id is that of one delivery
   */
  id: string;
  type:
    | 'invoice.seen'
    | 'invoice.unseen'
    | 'invoice.partly_paid'
    | 'invoice.late_payment'
    | 'invoice.completed'
    | 'invoice.overpaid'
    | 'invoice.reversed'
    | 'invoice.restored'
    | 'invoice.refunded'
    | 'invoice.expired'
    | 'test';
  version: '2';
  /**
   * true: an example that was asked for on screen; no money moved
   */
  test: boolean;
  created_at: string;
  /**
   * Rises with every change of the invoice; the higher one is the newer state
   */
  sequence: number;
  merchant_id: string;
  data: {
    trans_id: string;
    /**
     * null for an invoice made on screen without one
     */
    request_id: string | null;
    amount: string;
    fee: string;
    /**
     * What the customer sends
     */
    payable: string;
    status: 'completed' | 'waiting' | 'expired';
    network?: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
    from_address?: string;
    trans_hash?: string;
    created_at: string;
    expires_at: string;
    paid_at?: string;
    /**
     * What arrived and is in a block
     */
    paid: string;
    flags: ('paidLate' | 'paidPartial' | 'paidOver' | 'resolvedByHand' | 'cancelled' | 'reversed' | 'oversold')[];
    /**
     * What you sent back and is final on the chain; the fee of the invoice stays
     */
    refunded: string;
    /**
     * Only where one invoice is asked for and something was refunded
     */
    refunds?: {
      id: string;
      /**
       * USDT
       */
      amount: string;
      network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
      from_address: string;
      to_address: string;
      trans_hash: string;
      reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
      confirmed_at: string;
    }[];
    /**
     * As given when the invoice was made; empty when there was none
     */
    metadata: {
      [k: string]: string;
    };
  };
  /**
   * Only with invoice.refunded
   */
  refund?: {
    id: string;
    /**
     * USDT
     */
    amount: string;
    network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
    from_address: string;
    to_address: string;
    trans_hash: string;
    reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
    confirmed_at: string;
  };
}

export interface NewRefund {
  network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
  address: string;
  amount: string;
  reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
  /**
   * Your own number of the refund: the same one again returns the same refund of the invoice
   */
  request_id: string;
}

export interface PlannedRefund {
  id: string;
  /**
   * null for a refund that was planned on screen
   */
  request_id: string | null;
  /**
   * planned: not found on chain yet · seen: in a block · confirmed: final, proven like a payment · cancelled
   */
  status: 'planned' | 'seen' | 'confirmed' | 'cancelled';
  /**
   * USDT
   */
  amount: string;
  network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
  to_address: string;
  reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
  created_at: string;
  /**
   * It proves nothing before the refund is seen
   */
  trans_hash: string | null;
  /**
   * Why a transaction that was named proves nothing after all
   */
  problem: ('refund_to_other_address' | 'refund_of_other_amount' | 'refund_too_early' | 'refund_taken') | null;
  from_address: string | null;
  confirmations: number | null;
  confirmations_needed: number | null;
  confirmed_at: string | null;
  /**
   * What is known of the address: pays_many and busy are probably an exchange, which may not credit your customer
   */
  warnings: ('pays_many' | 'busy' | 'contract' | 'not_the_sender')[];
}

export interface Refunds {
  /**
   * What arrived and is final
   */
  received: string;
  /**
   * What was sent back and is final
   */
  refunded: string;
  /**
   * What can still be planned
   */
  left: string;
  /**
   * The likeliest first; empty when nothing is left
   */
  suggestions: {
    reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
    amount: string;
    network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
    /**
     * The address that sent the payment
     */
    to_address: string;
  }[];
  /**
   * Newest first
   */
  refunds: {
    id: string;
    /**
     * null for a refund that was planned on screen
     */
    request_id: string | null;
    /**
     * planned: not found on chain yet · seen: in a block · confirmed: final, proven like a payment · cancelled
     */
    status: 'planned' | 'seen' | 'confirmed' | 'cancelled';
    /**
     * USDT
     */
    amount: string;
    network: 'TRON' | 'BEP20' | 'ERC20' | 'POLYGON' | 'SOLANA';
    to_address: string;
    reason: 'overpaid' | 'double' | 'late' | 'underpaid' | 'returned' | 'other';
    created_at: string;
    /**
     * It proves nothing before the refund is seen
     */
    trans_hash: string | null;
    /**
     * Why a transaction that was named proves nothing after all
     */
    problem: ('refund_to_other_address' | 'refund_of_other_amount' | 'refund_too_early' | 'refund_taken') | null;
    from_address: string | null;
    confirmations: number | null;
    confirmations_needed: number | null;
    confirmed_at: string | null;
  }[];
}

/** The errors a shop can get and act on. A newer gateway may have more: `code` then still contains its value. */
export const REFUSAL_CODES = [
  'malformed_json',
  'invalid_api_key',
  'api_key_ended',
  'insufficient_balance',
  'key_address_not_allowed',
  'missing_scope',
  'store_inactive',
  'not_found',
  'request_id_reused',
  'invoice_not_open',
  'refund_not_open',
  'refund_request_id_reused',
  'refund_taken',
  'callback_outdated',
  'callback_too_old',
  'body_too_large',
  'unsupported_media_type',
  'invalid_value',
  'invalid_address',
  'address_is_token',
  'address_is_unspendable',
  'callback_port_refused',
  'store_has_no_address',
  'too_many_open_invoices_for_amount',
  'no_callback_yet',
  'refund_too_large',
  'refund_to_unknown_address',
  'refund_to_own_address',
  'refund_to_other_address',
  'refund_of_other_amount',
  'refund_too_early',
  'too_many_refunds',
  'rate_limited',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
