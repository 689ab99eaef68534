import type { NetworkSettings } from '../../../config-networks';
import { decodeHeader, type EvmHeader, quantity, TRANSFER_TOPIC, toHex, toTopic } from '../adapters/evm/evm-wire';
import { readTokenAnswers } from '../adapters/evm/token-state';
import { displayAddress, parseAddress } from '../addresses/addresses';
import { FAMILY_OF } from '../chains.domain';
import type { Endpoint } from '../rpc/endpoint';
import { RpcError } from '../rpc/rpc-errors';
import { agreedState } from '../token-state.domain';
import { CheckEnds, type Finding, note, ok, problem, tried } from './findings';
import { findLargest, judgeDepth, judgeHead, judgeHistory, type Seen } from './judge';

const DECIMALS_CALL = '0x313ce567';
/** An unused address: filtering by it returns no logs and costs the node no less than others. */
const nobody = (index: number): string => toTopic(`0x${(0x5ab1e000 + index).toString(16).padStart(40, '0')}`);
const BLOCKS_TRIED = 12;
const DEPTH_TRIES = 3;

export async function checkIdentity(endpoint: Endpoint, settings: NetworkSettings): Promise<Finding[]> {
  const id = quantity(await endpoint.call('eth_chainId', []), 'the chain id');
  if (settings.chainId !== undefined && id !== settings.chainId)
    throw new CheckEnds(
      problem(
        `is a node of chain ${id}; ${settings.network} is chain ${settings.chainId}. Take the address of the right network from the provider.`,
      ),
    );
  const contract = parseAddress(settings.network, settings.contract);
  if (contract === undefined)
    throw new CheckEnds(problem(`cannot be checked: ${settings.network}_CONTRACT is no address of this network.`));
  const answer = await tried(endpoint.call('eth_call', [{ to: contract.key, data: DECIMALS_CALL }, 'latest']));
  if (answer instanceof RpcError) return [problem(`does not answer eth_call (${answer.message}), so the contract cannot be checked.`)];
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer))
    return [problem(`finds no token at ${settings.contract}. Remove ${settings.network}_CONTRACT to use mainnet's USDT, or correct it.`)];
  if (BigInt(answer) !== BigInt(settings.decimals))
    return [
      problem(
        `says that ${settings.contract} has ${BigInt(answer)} decimals; ${settings.decimals} are configured. It is another token, or _DECIMALS is wrong.`,
      ),
    ];
  return [
    ok(`right network (chain ${id}) and contract (${settings.decimals} decimals)`),
    ...(await checkToken(endpoint, settings, contract.key)),
  ];
}

/** What the issuer did to the contract is no fault of the node, but nobody can be paid as usual. */
async function checkToken(endpoint: Endpoint, { network, contract }: NetworkSettings, contractKey: string): Promise<Finding[]> {
  const answers = await readTokenAnswers(endpoint, contractKey);
  if (answers === undefined) return [note('could not say whether the USDT contract is paused or replaced.')];
  const { replacedBy, isPaused, feeBasisPoints } = agreedState([answers], (key) => displayAddress(FAMILY_OF[network], key));
  return [
    ...(replacedBy === undefined
      ? []
      : [
          problem(
            `says that USDT at ${contract} was replaced by ${replacedBy}: payments by the old contract are no longer seen. Check the new one with the issuer and set ${network}_CONTRACT (docs/runbooks/token-deprecated.md).`,
          ),
        ]),
    ...(isPaused ? [problem('says that USDT was paused by its issuer: nobody can pay until it is resumed.')] : []),
    ...(feeBasisPoints > 0 ? [note(`says that USDT keeps ${feeBasisPoints / 100}% of each transfer: exact payments arrive short.`)] : []),
  ];
}

const blockAt = async (endpoint: Endpoint, tag: string): Promise<EvmHeader | null> =>
  decodeHeader((await endpoint.call('eth_getBlockByNumber', [tag, false])) ?? null);

/** Of several machines behind one address one may be ahead of the one that named the newest block: asked up to three times. */
async function deepest(endpoint: Endpoint, tag: string, first: number, { minDepth }: NetworkSettings): Promise<number> {
  let depth = first;
  for (let tries = 1; tries < DEPTH_TRIES && depth < minDepth; tries += 1) {
    const [head, final] = [await tried(blockAt(endpoint, 'latest')), await tried(blockAt(endpoint, tag))];
    if (head instanceof RpcError || final instanceof RpcError || head === null || final === null) continue;
    depth = Math.max(depth, head.number - final.number);
  }
  return depth;
}

async function checkTip(endpoint: Endpoint, settings: NetworkSettings, now: number): Promise<{ head: EvmHeader; findings: Finding[] }> {
  const head = await blockAt(endpoint, 'latest');
  if (head === null) throw new CheckEnds(problem('has no newest block: it is still synchronising. Wait, or take another node.'));
  const findings = [judgeHead(settings, head.time.getTime(), now)];
  if (!('tag' in settings.finality)) return { head, findings };
  const { tag } = settings.finality;
  const final = await tried(blockAt(endpoint, tag));
  const depth =
    final instanceof RpcError || final === null ? undefined : await deepest(endpoint, tag, head.number - final.number, settings);
  findings.push(
    depth === undefined
      ? problem(
          `does not know the tag "${tag}". Set ${settings.network}_FINALITY to a number of blocks (${settings.confirmations}), or take another node.`,
        )
      : judgeDepth(settings, tag, depth),
  );
  return { head, findings };
}

/** The error of eth_getLogs for this many blocks and recipients, or undefined. */
async function logsFault(
  endpoint: Endpoint,
  settings: NetworkSettings,
  head: number,
  blocks: number,
  recipients: number,
): Promise<RpcError | undefined> {
  const contract = parseAddress(settings.network, settings.contract)?.key;
  const to = Math.max(0, head - 2);
  const topics = [TRANSFER_TOPIC, null, Array.from({ length: recipients }, (_, index) => nobody(index))];
  const filter = { address: contract, fromBlock: toHex(Math.max(0, to - blocks + 1)), toBlock: toHex(to), topics };
  const answer = await tried(endpoint.call('eth_getLogs', [filter]));
  return answer instanceof RpcError ? answer : undefined;
}

async function checkLogs(endpoint: Endpoint, settings: NetworkSettings, head: number): Promise<Finding[]> {
  const { network, blockMs } = settings;
  const least = await logsFault(endpoint, settings, head, 1, 1);
  if (least !== undefined) {
    return ['limited', 'unsupported', 'refused'].includes(least.fault)
      ? [
          problem(
            `does not serve eth_getLogs (${least.message}): BSC's official endpoints have switched it off. Take a node of another provider.`,
          ),
        ]
      : [problem(`fails at eth_getLogs of one block (${least.message}). Take another node.`)];
  }
  const most = Math.min(settings.rangeMax, head + 1);
  const range = await findLargest(most, async (blocks) => (await logsFault(endpoint, settings, head, blocks, 1)) === undefined);
  const aMinute = Math.ceil(60_000 / blockMs);
  const calls = Math.ceil(86_400_000 / blockMs / range).toLocaleString('en');
  const findings: Finding[] = [
    range >= Math.min(aMinute, most)
      ? ok(`gives logs of ${range} blocks in one call`)
      : problem(
          `gives logs of ${range} blocks in one call, which is ${Math.round((range * blockMs) / 100) / 10} s of ${network}: reading takes at least ${calls} calls a day instead of one a minute. Take a larger plan or another node.`,
        ),
  ];
  const wanted = Math.max(1, settings.recipientsMax);
  const recipients = await findLargest(wanted, async (count) => (await logsFault(endpoint, settings, head, 1, count)) === undefined);
  findings.push(
    recipients >= wanted
      ? ok(`filters ${recipients} recipients in one call`)
      : note(`filters ${recipients} recipients in one call instead of ${wanted}: with more watched addresses each look costs more calls.`),
  );
  return findings;
}

/** The newest block with transactions, going back from the given one. */
async function blockWithTransactions(endpoint: Endpoint, from: number): Promise<EvmHeader | undefined> {
  for (let back = 0; back < BLOCKS_TRIED && from - back >= 0; back += 1) {
    const block = await tried(blockAt(endpoint, toHex(from - back)));
    if (!(block instanceof RpcError) && block !== null && block.txHashes.length > 0) return block;
  }
  return undefined;
}

async function checkReceipts(endpoint: Endpoint, settings: NetworkSettings, head: number): Promise<Finding[]> {
  const block = await blockWithTransactions(endpoint, Math.max(0, head - 2));
  const [txHash] = block?.txHashes ?? [];
  if (block === undefined || txHash === undefined) return [note('had no transaction in its last blocks, so receipts were not checked.')];
  const receipt = await tried(endpoint.call('eth_getTransactionReceipt', [txHash]));
  const findings: Finding[] = [
    receipt instanceof RpcError || receipt === null
      ? problem(
          `has no receipt of a transaction that it lists itself (${receipt === null ? 'null' : receipt.message}). Payments could not be confirmed: take another node.`,
        )
      : ok('gives receipts'),
  ];
  const whole = await tried(endpoint.call('eth_getBlockReceipts', [toHex(block.number)]));
  if (!(whole instanceof RpcError) && Array.isArray(whole)) return [...findings, ok('gives all receipts of a block in one call')];
  if (FAMILY_OF[settings.network] !== 'tron')
    return [
      ...findings,
      note('does not know eth_getBlockReceipts: as the only node it would cost a call for each transaction of suspicious blocks.'),
    ];
  const info = await tried(endpoint.post('wallet/gettransactioninfobyblocknum', { num: block.number }));
  return [
    ...findings,
    info instanceof RpcError || !Array.isArray(info)
      ? problem(
          'knows neither eth_getBlockReceipts nor the HTTP API (wallet/gettransactioninfobyblocknum): as the only node it could not prove a block. Take one with either.',
        )
      : ok('gives all receipts of a block by the HTTP API'),
  ];
}

async function checkHistory(endpoint: Endpoint, settings: NetworkSettings, head: number): Promise<Finding> {
  const has = async (number: number): Promise<boolean> => {
    const block = await tried(blockAt(endpoint, toHex(number)));
    if (block instanceof RpcError || block === null) return false;
    const [txHash] = block.txHashes;
    if (txHash === undefined) return true;
    const receipt = await tried(endpoint.call('eth_getTransactionReceipt', [txHash]));
    return !(receipt instanceof RpcError) && receipt !== null;
  };
  return judgeHistory(settings, head, has);
}

export async function checkEvm(
  endpoint: Endpoint,
  settings: NetworkSettings,
  now: () => number,
): Promise<{ findings: Finding[]; seen: Seen }> {
  const { head, findings } = await checkTip(endpoint, settings, now());
  findings.push(...(await checkLogs(endpoint, settings, head.number)));
  findings.push(...(await checkReceipts(endpoint, settings, head.number)));
  findings.push(await checkHistory(endpoint, settings, head.number));
  return { findings, seen: { head: head.number, headTime: head.time.getTime(), at: now() } };
}
