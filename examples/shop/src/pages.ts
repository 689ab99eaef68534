import type { Order } from './orders';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:12vh auto;padding:0 1rem;color:#1a1a1a;background:#faf9f7}
article{background:#fff;border:1px solid #e5e2dc;border-radius:16px;padding:2rem}h1{margin:0 0 .25rem;font-size:1.4rem}p{margin:.25rem 0 1.25rem;color:#555}
button,a.button{font:inherit;border:0;border-radius:10px;padding:.75rem 1.25rem;background:#0f766e;color:#fff;text-decoration:none;cursor:pointer;display:inline-block}
output{display:block;font-weight:600}code{font-size:.8rem;overflow-wrap:anywhere}`;

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${head}<style>${STYLE}</style></head><body><article>${body}</article></body></html>`;

export const shopPage = (price: string): string =>
  page(
    'Bean there',
    `<h1>One bag of coffee</h1><p>Robusta from Buôn Ma Thuột, 250 g. ${price} USDT.</p><form method="post" action="/buy"><button>Buy with USDT</button></form>`,
  );

const STATES = {
  open: 'Waiting for your payment',
  paid: 'Paid. Your coffee is on its way.',
  expired: 'The time to pay is over. Nothing was charged.',
} as const;

/** Reloads itself while the order is open: it shows what the callback reported, never what the browser claims. */
export function orderPage(order: Order): string {
  const action =
    order.status === 'open' ? `<a class="button" href="${order.payUrl}">Pay now</a>` : '<a class="button" href="/">Back to the shop</a>';
  const proof = order.hash === null ? '' : `<p>Transaction <code>${order.hash}</code></p>`;
  const refresh = order.status === 'open' ? '<meta http-equiv="refresh" content="2">' : '';
  return page('Your order', `<h1>Order</h1><p><output>${STATES[order.status]}</output></p>${proof}${action}`, refresh);
}
