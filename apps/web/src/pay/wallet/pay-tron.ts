import type { PayNetwork } from '@stablegate/contract';
import { unitsOfMicros } from '@stablegate/rules';
import { toMicros } from '../micros';
import type { TronProvider } from './browser-wallets';
import { isRejection, type WalletOutcome } from './outcome';

/** The most that the network may take, 100 TRX in sun; it takes what the transfer costs. */
const FEE_LIMIT_SUN = 100_000_000;
const HASH = /^[0-9a-f]{64}$/i;

/** TIP-3326: unlike EVM wallets TronLink does not say which chain it is on; on another one the contract does not exist. */
async function switchTo(provider: TronProvider, chain_id: number): Promise<WalletOutcome | undefined> {
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${chain_id.toString(16)}` }] });
    return undefined;
  } catch (error) {
    return { kind: isRejection(error) ? 'declined' : 'no_network' };
  }
}

/** Token, receiver and amount are the server's; the wallet shows them again, and its owner decides. */
export async function payFromTronWallet(provider: TronProvider, target: PayNetwork, amount: string): Promise<WalletOutcome> {
  const { address, contract, chain_id, decimals } = target;
  if (contract === undefined || chain_id === undefined || decimals === undefined) return { kind: 'no_network' };
  let failure: Exclude<WalletOutcome['kind'], 'sent'> = 'declined';
  try {
    const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly string[];
    const refusal = await switchTo(provider, chain_id);
    const { tronWeb } = provider; // only there once the owner has connected
    if (refusal !== undefined || from === undefined || !tronWeb) return refusal ?? { kind: 'declined' };
    failure = 'no_network';
    const units = unitsOfMicros(toMicros(amount), decimals).toString();
    const { result, transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
      contract,
      'transfer(address,uint256)',
      { feeLimit: FEE_LIMIT_SUN },
      [
        { type: 'address', value: address },
        { type: 'uint256', value: units },
      ],
      from,
    );
    if (result?.result !== true) return { kind: 'no_network' };
    failure = 'declined';
    const signed = await tronWeb.trx.sign(transaction);
    failure = 'unclear';
    const sent = await tronWeb.trx.sendRawTransaction(signed);
    return sent.result === true && HASH.test(signed.txID) ? { kind: 'sent', txHash: signed.txID } : { kind: 'unclear' };
  } catch (error) {
    return { kind: isRejection(error) ? 'declined' : failure };
  }
}
