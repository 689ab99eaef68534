import type { Address, Hex } from 'viem';
import type { EvmNode } from './evm-node';

export type MinedTransaction = { readonly txHash: Hex; readonly blockNumber: number; readonly status: 'success' | 'reverted' };
export type SignPayment = (nonce: number) => Promise<Hex>;

type Waiting = {
  readonly from: Address;
  readonly sign: SignPayment;
  readonly mined: (transaction: MinedTransaction) => void;
  readonly failed: (error: unknown) => void;
};
type Sent = { readonly raw: Hex; readonly payment?: Waiting };

export type Mempool = {
  readonly addRaw: (raw: Hex) => Promise<Hex>;
  readonly addPayment: (from: Address, sign: SignPayment) => Promise<MinedTransaction>;
  readonly isEmpty: () => boolean;
  readonly sendWaiting: () => Promise<void>;
  readonly rawOf: (hashes: readonly Hex[]) => Hex[];
  readonly settle: (hashes: readonly Hex[]) => Promise<void>;
  readonly resend: () => Promise<void>;
};

/**
 * Pending transactions. Foreign raw transactions go to the node immediately, which checks them. Payments of the sandbox's own accounts are
 * signed only when a block is about to be mined: the nonce is then read from the node in one place, and a reorganisation can never leave a
 * signed payment with a stale nonce.
 */
export function createMempool(node: EvmNode): Mempool {
  let waiting: Waiting[] = [];
  const sent = new Map<Hex, Sent>();

  const send = async (entry: Sent): Promise<Hex> => {
    const hash = await node.request<Hex>('eth_sendRawTransaction', entry.raw);
    sent.set(hash, entry);
    return hash;
  };

  /** The node answers "pending" by mining pending transactions, so it is asked once per payer, before this block's payments are sent. */
  const nextNonces = async (payments: readonly Waiting[]): Promise<Map<Address, number>> => {
    const nonces = new Map<Address, number>();
    for (const from of new Set(payments.map((payment) => payment.from))) {
      nonces.set(from, Number.parseInt(await node.request<Hex>('eth_getTransactionCount', from, 'pending'), 16));
    }
    return nonces;
  };

  const sendWaiting = async (): Promise<void> => {
    const payments = waiting;
    waiting = [];
    const nonces = await nextNonces(payments);
    for (const payment of payments) {
      const nonce = nonces.get(payment.from) ?? 0;
      try {
        await send({ raw: await payment.sign(nonce), payment });
        nonces.set(payment.from, nonce + 1);
      } catch (error) {
        payment.failed(error);
      }
    }
  };

  return {
    addRaw: (raw) => send({ raw }),
    addPayment: (from, sign) => new Promise((mined, failed) => waiting.push({ from, sign, mined, failed })),
    isEmpty: () => waiting.length === 0 && sent.size === 0,
    sendWaiting,
    rawOf: (hashes) =>
      hashes.map((hash) => {
        const entry = sent.get(hash);
        if (!entry) throw new Error(`transaction ${hash} is in a block, but its raw form is not known`);
        return entry.raw;
      }),
    settle: async (hashes) => {
      for (const hash of hashes) {
        const payment = sent.get(hash)?.payment;
        sent.delete(hash);
        if (!payment) continue;
        const receipt = await node.request<{ blockNumber: Hex; status: Hex }>('eth_getTransactionReceipt', hash);
        const status = receipt.status === '0x1' ? 'success' : 'reverted';
        payment.mined({ txHash: hash, blockNumber: Number.parseInt(receipt.blockNumber, 16), status });
      }
    },
    /** After a reorganisation the node has dropped its pending transactions; those that no longer fit are lost, as in any node's pool. */
    resend: async () => {
      for (const [hash, entry] of [...sent]) {
        await send(entry).catch((error: unknown) => {
          sent.delete(hash);
          entry.payment?.failed(error);
        });
      }
    },
  };
}
