import { displayAddress } from '../../../src/modules/chains/addresses/addresses';
import type { EvmBlock, EvmTransaction, PlacedLog } from '../evm/evm-blocks';
import { logsOf, TRANSFER_TOPIC } from '../evm/evm-blocks';
import { isListed } from '../evm/evm-logs';
import type { EvmChain } from '../evm/evm-types';
import { type EvmView, viewOf } from '../evm/evm-view';
import type { HttpAnswer, HttpRequest, NodeState } from '../node-types';

const bare = (value: string): string => value.slice(2);
const tronHex = (key: string): string => `41${bare(key)}`;
const base58 = (key: string): string => displayAddress('tron', key);
const HISTORY_MAX = 200;
const HISTORY_DEFAULT = 20;

const transactionShape = ({ hash, from, to, failed }: EvmTransaction, timeMs: number) => ({
  ret: [{ contractRet: failed ? 'REVERT' : 'SUCCESS' }],
  signature: [bare(hash).repeat(2)],
  txID: bare(hash),
  raw_data: {
    contract: [
      {
        parameter: {
          value: { data: 'a9059cbb', owner_address: tronHex(from), contract_address: tronHex(to) },
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
        },
        type: 'TriggerSmartContract',
      },
    ],
    timestamp: timeMs,
  },
  raw_data_hex: '',
});

/** An empty list of transactions is omitted, as in protobuf's JSON. */
const blockShape = (block: EvmBlock) => ({
  blockID: bare(block.hash),
  block_header: {
    raw_data: {
      number: block.number,
      txTrieRoot: '0'.repeat(64),
      witness_address: tronHex(`0x${'0'.repeat(40)}`),
      parentHash: bare(block.parentHash),
      version: 31,
      timestamp: block.timeMs,
    },
    witness_signature: '',
  },
  ...(block.transactions.length === 0 ? {} : { transactions: block.transactions.map((one) => transactionShape(one, block.timeMs)) }),
});

/** Addresses of logs lack the prefix 41, topics and data lack 0x; the contract's own address has the prefix. */
const infoShape = (block: EvmBlock, transaction: EvmTransaction, logs: readonly PlacedLog[]) => ({
  id: bare(transaction.hash),
  fee: 345_000,
  blockNumber: block.number,
  blockTimeStamp: block.timeMs,
  contractResult: [''],
  contract_address: tronHex(transaction.to),
  receipt: { energy_usage_total: 31_895, net_usage: 345, result: transaction.failed ? 'REVERT' : 'SUCCESS' },
  ...(transaction.failed ? { result: 'FAILED' } : {}),
  ...(logs.length === 0
    ? {}
    : { log: logs.map((log) => ({ address: bare(log.contract), topics: log.topics.map(bare), data: bare(log.data) })) }),
});

function infosOf(node: NodeState, block: EvmBlock, method: string): object[] {
  const listed = logsOf(block).filter((log) => isListed(log, method, node));
  return block.transactions.flatMap((transaction, index) =>
    node.faults.hides?.(transaction.hash)
      ? []
      : [
          infoShape(
            block,
            transaction,
            listed.filter((log) => log.transactionIndex === index),
          ),
        ],
  );
}

const keyOfTopic = (topic: string | undefined): string => `0x${topic?.slice(26) ?? ''}`;

function historyRow(chain: EvmChain, log: PlacedLog): object {
  return {
    transaction_id: bare(log.transaction.hash),
    token_info: { symbol: 'USDT', address: base58(log.contract), decimals: chain.decimals, name: 'Tether USD' },
    block_timestamp: log.block.timeMs,
    from: base58(keyOfTopic(log.topics[1])),
    to: base58(keyOfTopic(log.topics[2])),
    type: 'Transfer',
    value: BigInt(log.data).toString(),
  };
}

/** Newest first. The fingerprint of a page is the position of the next one. */
function history(chain: EvmChain, node: NodeState, view: EvmView, address: string, query: URLSearchParams): object {
  const number = (name: string, fallback: number): number => Number.parseInt(query.get(name) ?? String(fallback), 10);
  const limit = Math.min(HISTORY_MAX, number('limit', HISTORY_DEFAULT));
  const upTo = query.get('only_confirmed') === 'true' ? view.finalNumber : view.head.number - node.faults.indexLag;
  const contract = query.get('contract_address');
  const rows = chain
    .blocks(node.faults.branch)
    .filter((block) => block.number >= view.firstNumber && block.number <= upTo)
    .filter(({ timeMs }) => timeMs >= number('min_timestamp', 0) && timeMs <= number('max_timestamp', Number.MAX_SAFE_INTEGER))
    .flatMap(logsOf)
    .filter((log) => log.topics[0] === TRANSFER_TOPIC && (contract === null || contract === base58(log.contract)))
    .filter((log) => {
      const [from, to] = [base58(keyOfTopic(log.topics[1])), base58(keyOfTopic(log.topics[2]))];
      return to === address || (query.get('only_to') !== 'true' && from === address);
    })
    .filter((log) => isListed(log, 'trc20', node))
    .reverse();
  const at = number('fingerprint', 0);
  const page = rows.slice(at, at + limit);
  const next = at + limit < rows.length ? { fingerprint: String(at + limit) } : {};
  return { data: page.map((log) => historyRow(chain, log)), success: true, meta: { at: chain.now(), page_size: page.length, ...next } };
}

/** The HTTP API of java-tron and TronGrid beside JSON-RPC. Unknown items are empty objects, never errors. */
export function tronHttp(chain: EvmChain, node: NodeState, { path, query, body }: HttpRequest): HttpAnswer | undefined {
  const view = viewOf(chain, node);
  const numberIn = (): number => Number.parseInt(String(body.num ?? query.get('num') ?? ''), 10);
  const answers: Record<string, () => unknown> = {
    '/wallet/getnowblock': () => blockShape(view.head),
    '/walletsolidity/getnowblock': () => blockShape(view.block(view.finalNumber) ?? view.head),
    '/wallet/getblockbynum': () => {
      const block = view.block(numberIn());
      return block === undefined ? {} : blockShape(block);
    },
    '/wallet/gettransactioninfobyblocknum': () => {
      const block = view.block(numberIn());
      return block === undefined ? [] : infosOf(node, block, 'gettransactioninfobyblocknum');
    },
    '/wallet/gettransactioninfobyid': () => {
      const found = view.transaction(`0x${String(body.value ?? query.get('value'))}`);
      if (found === undefined) return {};
      return infosOf({ ...node, faults: { ...node.faults, hides: undefined } }, found.block, 'gettransactioninfobyid')[found.index];
    },
  };
  const answer = answers[path.replace(/\/$/, '')];
  if (answer !== undefined) return { method: path, answer };
  const account = /^\/v1\/accounts\/([^/]+)\/transactions\/trc20$/.exec(path)?.[1];
  if (account === undefined) return undefined;
  return { method: '/v1/accounts/:address/transactions/trc20', answer: () => history(chain, node, view, account, query) };
}
