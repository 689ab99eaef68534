import { randomUUID } from 'node:crypto';

export type Order = {
  readonly id: string;
  readonly amount: string;
  status: 'open' | 'paid' | 'expired';
  payUrl: string;
  hash: string | null;
};

/** In memory: a real shop has a database, and stores the callback's id in the transaction that ships the order. */
export function createOrders() {
  const orders = new Map<string, Order>();
  const handled = new Set<string>();
  return {
    open: (amount: string): Order => {
      const order: Order = { id: `shop-${randomUUID()}`, amount, status: 'open', payUrl: '', hash: null };
      orders.set(order.id, order);
      return order;
    },
    find: (id: string): Order | undefined => orders.get(id),
    /** False when this callback was handled before: it may arrive more than once, always with the same id. */
    isNew: (callbackId: string): boolean => !handled.has(callbackId) && handled.add(callbackId) !== undefined,
  };
}
export type Orders = ReturnType<typeof createOrders>;
