import { HOUR_MS } from '@stablegate/rules';
import type { NetworkSettings } from '../../../config-networks';
import { assertDefined } from '../../../platform/assert';
import { pickTransfers, quantity, TRANSFER_TOPIC, toHex, toTopic } from '../adapters/evm/evm-wire';
import { BUSY_PER_HOUR, FAMILY_OF } from '../chains.domain';
import type { Endpoint } from '../rpc/endpoint';
import { RpcError } from '../rpc/rpc-errors';
import { type AddressFacts, isBusyAt } from './address-facts';
import { parseAddress } from './addresses';

/** Maximum requests for logs: covers an hour where a node returns 2,000 blocks per call, a sample where it returns ten. */
const LOG_CALLS_MAX = 6;
const TOTAL_SUPPLY_CALL = '0x18160ddd';
const DECIMALS_CALL = '0x313ce567';
/** EIP-7702: an ordinary account that delegates to code; its key still controls everything. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;
const WORD = /^0x[0-9a-f]{64}$/i;

/** Tokens answer both calls; smart-contract wallets such as Safe answer neither. */
async function isToken(endpoint: Endpoint, key: string): Promise<boolean> {
  const answers = await endpoint.batch(
    [TOTAL_SUPPLY_CALL, DECIMALS_CALL].map((data) => ({ method: 'eth_call', params: [{ to: key, data }, 'latest'] })),
  );
  return answers.every((answer) => typeof answer === 'string' && WORD.test(answer)) && BigInt(String(answers[1])) <= 77n;
}

async function isBusy(endpoint: Endpoint, settings: NetworkSettings, key: string, head: number): Promise<boolean> {
  const contractKey = assertDefined(parseAddress(settings.network, settings.contract), `a valid ${settings.network} contract`).key;
  const hour = Math.ceil(HOUR_MS / settings.blockMs);
  const last = Math.max(0, head - hour + 1);
  let count = 0;
  let to = head;
  for (let calls = 0; calls < LOG_CALLS_MAX && to >= last && count <= BUSY_PER_HOUR; calls += 1) {
    const from = Math.max(last, to - endpoint.range() + 1);
    const filter = { address: contractKey, fromBlock: toHex(from), toBlock: toHex(to), topics: [TRANSFER_TOPIC, null, toTopic(key)] };
    try {
      const transfers = pickTransfers(
        await endpoint.call('eth_getLogs', [filter]),
        { family: FAMILY_OF[settings.network], contractKey, from, to },
        (each) => each === key,
      );
      count += transfers.filter(({ raw }) => raw > 0n).length;
      to = from - 1;
    } catch (error) {
      if (!(error instanceof RpcError) || error.fault !== 'range' || from === to) throw error;
      endpoint.shrinkRange(to - from + 1);
    }
  }
  return isBusyAt(count, head - to, Math.min(hour, head + 1));
}

export async function readEvmFacts(endpoint: Endpoint, settings: NetworkSettings, key: string): Promise<AddressFacts> {
  const [code, newest] = await endpoint.batch([
    { method: 'eth_getCode', params: [key, 'latest'] },
    { method: 'eth_blockNumber', params: [] },
  ]);
  if (code instanceof RpcError && code.fault !== 'unsupported') throw code; // indexers in front of TRON nodes may lack it
  if (newest instanceof RpcError) throw newest;
  const isContract = typeof code === 'string' && code.length > 2 && !DELEGATED.test(code);
  if (isContract && (await isToken(endpoint, key))) return { kind: 'token', isBusy: false };
  return { kind: isContract ? 'contract' : 'wallet', isBusy: await isBusy(endpoint, settings, key, quantity(newest, 'the newest block')) };
}
