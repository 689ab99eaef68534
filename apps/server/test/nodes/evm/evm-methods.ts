import type { Methods, NodeState } from '../node-types';
import { INVALID_PARAMS, indexing, Refusal } from '../refusals';
import { type EvmBlock, logsOf } from './evm-blocks';
import { getLogs, isListed } from './evm-logs';
import { blockShape, hex, numbersOf, receiptShape, transactionShape } from './evm-shapes';
import type { EvmChain } from './evm-types';
import { type EvmView, viewOf } from './evm-view';

const DECIMALS_CALL = '0x313ce567';
const invalid = (message: string): Refusal => new Refusal({ code: INVALID_PARAMS, message });

/** java-tron knows latest, earliest and finalized, its solidified block. */
function numberOf(chain: EvmChain, view: EvmView, tag: unknown): number {
  if (tag === 'latest') return view.head.number;
  if (tag === 'finalized') return view.finalNumber;
  if (tag === 'earliest') return view.firstNumber;
  if (chain.isTron && (tag === 'pending' || tag === 'safe')) throw invalid(`TAG ${String(tag)} not supported`);
  if (tag === 'safe') return view.finalNumber;
  if (tag === 'pending') return view.head.number;
  if (typeof tag !== 'string' || !/^0x[0-9a-f]+$/i.test(tag)) throw invalid(chain.isTron ? 'invalid block number' : 'invalid argument 0');
  return Number.parseInt(tag, 16);
}

function receiptsOf(chain: EvmChain, node: NodeState, block: EvmBlock, method: string): (index: number) => object | undefined {
  const listed = logsOf(block).filter((log) => isListed(log, method, node));
  const numbers = numbersOf(node.faults);
  return (index) => {
    const transaction = block.transactions[index];
    if (transaction === undefined) return undefined;
    const logs = listed.filter((log) => log.transactionIndex === index);
    return receiptShape(block, transaction, index, numbers, chain.isTron, logs);
  };
}

export function evmMethods(chain: EvmChain, node: NodeState): Methods {
  const { faults } = node;
  const view = viewOf(chain, node);
  const chainId = faults.chainId ?? chain.chainId;
  const blockAt = (tag: unknown): EvmBlock | undefined => view.block(numberOf(chain, view, tag));
  const shape = (block: EvmBlock | undefined, full: unknown) =>
    block === undefined ? null : blockShape(block, full === true, chain.isTron, chainId);
  const isUsdt = (address: unknown) => typeof address === 'string' && address.toLowerCase() === chain.contract;
  return {
    web3_clientVersion: () => (chain.isTron ? 'TRON/v4.8.1/Linux/Java1.8/GreatVoyage-v4.8.1' : 'Geth/v1.16.4-stable/linux-amd64/go1.25.1'),
    net_version: () => (chain.isTron ? hex(chainId) : String(chainId)),
    eth_syncing: () => false,
    eth_chainId: () => hex(chainId),
    eth_blockNumber: () => hex(view.head.number),
    eth_getBlockByNumber: ([tag, full]) => shape(blockAt(tag), full),
    eth_getBlockByHash: ([hash, full]) => shape(view.byHash(String(hash)), full),
    eth_getLogs: ([filter]) => getLogs(chain, node, view, filter as object, (tag) => numberOf(chain, view, tag)),
    eth_getTransactionByHash: ([txHash]) => {
      const found = view.transaction(String(txHash));
      return found === undefined ? null : transactionShape(found.block, found.transaction, found.index, chainId);
    },
    eth_getTransactionReceipt: ([txHash]) => {
      if (faults.refusesReceipt?.(String(txHash))) throw indexing();
      const found = view.transaction(String(txHash));
      if (found === undefined) return null;
      return receiptsOf(chain, node, found.block, 'eth_getTransactionReceipt')(found.index) ?? null;
    },
    eth_getBlockReceipts: ([tag]) => {
      const block = typeof tag === 'string' && tag.length === 66 ? view.byHash(tag) : blockAt(tag);
      if (block === undefined) return null;
      const receipt = receiptsOf(chain, node, block, 'eth_getBlockReceipts');
      return block.transactions.flatMap(({ hash }, index) => (faults.hides?.(hash) ? [] : [receipt(index)]));
    },
    eth_call: ([request]) => {
      const { to, data, input } = request as { to?: unknown; data?: unknown; input?: unknown };
      if (!isUsdt(to)) return '0x';
      if (!String(data ?? input).startsWith(DECIMALS_CALL)) throw new Refusal({ code: 3, message: 'execution reverted', data: '0x' });
      return `0x${(faults.decimals ?? chain.decimals).toString(16).padStart(64, '0')}`;
    },
    eth_getCode: ([address]) => (isUsdt(address) ? '0x60806040' : '0x'),
    eth_getBalance: () => '0x0',
  };
}
