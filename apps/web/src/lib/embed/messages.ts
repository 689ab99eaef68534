/**
 * What the checkout in a frame tells the page around it; documented in docs/shops.md. Version 1: fields and types may be added, those that
 * exist stay. Information for the page alone: anyone can send a message that looks like one, and goods follow the callback.
 */
export const MESSAGE_SOURCE = 'stablegate';
export const MESSAGE_VERSION = 1;

type OfInvoice = { readonly trans_id: string };
export type CheckoutEvent =
  /** The page is rendered: of an invoice, or of a payment link. */
  | { readonly type: 'ready'; readonly trans_id?: string; readonly link?: string }
  | { readonly type: 'resize'; readonly height: number }
  /** A payment link has made an invoice. */
  | (OfInvoice & { readonly type: 'created'; readonly link: string; readonly url_payment: string })
  | (OfInvoice & {
      readonly type: 'seen' | 'confirming';
      readonly paid: string;
      readonly network: string | undefined;
      readonly tx_hash: string | undefined;
      readonly confirmations: number | undefined;
      readonly confirmations_needed: number | undefined;
    })
  | (OfInvoice & {
      readonly type: 'paid';
      readonly paid: string;
      readonly network: string | undefined;
      readonly tx_hash: string | undefined;
    })
  | (OfInvoice & { readonly type: 'expired' })
  | { readonly type: 'closed' };

export type CheckoutMessage = CheckoutEvent & { readonly source: typeof MESSAGE_SOURCE; readonly version: typeof MESSAGE_VERSION };
