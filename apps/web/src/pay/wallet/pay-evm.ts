import type { PayNetwork } from '@stablegate/contract';
import { unitsOfMicros } from '@stablegate/rules';
import { toMicros } from '../micros';
import type { WalletProvider } from './browser-wallets';
import { isRejection, type WalletOutcome } from './outcome';

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
/** The first four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER = '0xa9059cbb';
const WORD_CHARS = 64;

const word = (hex: string): string => hex.padStart(WORD_CHARS, '0').toLowerCase();
export const transferData = (to: string, units: bigint): string => TRANSFER + word(to.slice(2)) + word(units.toString(16));

const isOn = async (provider: WalletProvider, chainId: string): Promise<boolean> =>
  BigInt(String(await provider.request({ method: 'eth_chainId' }))) === BigInt(chainId);

async function onNetwork(provider: WalletProvider, chainId: string): Promise<WalletOutcome | undefined> {
  if (await isOn(provider, chainId)) return undefined;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    // 4902, or a code of its own: the wallet does not have the network.
    return { kind: isRejection(error) ? 'declined' : 'no_network' };
  }
  // Some wallets answer before they have switched, or without doing so: on another chain the same contract may be anything.
  return (await isOn(provider, chainId)) ? undefined : { kind: 'no_network' };
}

/** Token, chain, address and amount are the server's; the wallet shows them again, and its owner decides. */
export async function payFromEvmWallet(provider: WalletProvider, target: PayNetwork, amount: string): Promise<WalletOutcome> {
  const { address, contract, chain_id, decimals } = target;
  if (contract === undefined || chain_id === undefined || decimals === undefined) return { kind: 'no_network' };
  if (!ADDRESS.test(contract) || !ADDRESS.test(address)) return { kind: 'no_network' };
  const chainId = `0x${chain_id.toString(16)}`;
  let isAsked = false;
  try {
    const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly string[];
    const refusal = await onNetwork(provider, chainId);
    if (refusal !== undefined) return refusal;
    const data = transferData(address, unitsOfMicros(toMicros(amount), decimals));
    isAsked = true;
    const txHash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to: contract, value: '0x0', data, chainId }] });
    return typeof txHash === 'string' && HASH.test(txHash) ? { kind: 'sent', txHash } : { kind: 'unclear' };
  } catch (error) {
    return { kind: isRejection(error) || !isAsked ? 'declined' : 'unclear' };
  }
}
