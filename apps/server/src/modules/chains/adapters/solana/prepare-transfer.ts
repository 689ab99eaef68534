import { unitsOfMicros } from '@stablegate/rules';
import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { WantedTransfer } from '../chain-adapter';
import { decodeBlockhash } from './solana-wire';
import { unsignedTransfer } from './transactions/unsigned-transfer';

/** A wallet signs and sends it within a minute and a half: then its blockhash is too old. */
export async function prepareTransfer(
  panel: readonly Endpoint[],
  { contract: mint, decimals }: NetworkSettings,
  { from, to, amountMicros }: WantedTransfer,
): Promise<Uint8Array> {
  const [first] = await askAll(panel, async (endpoint) =>
    decodeBlockhash(await endpoint.call('getLatestBlockhash', [{ commitment: 'confirmed' }])),
  );
  if (first === undefined) throw new RpcError('unreachable', 'no node told its newest blockhash');
  return unsignedTransfer({ from, to, mint, units: unitsOfMicros(amountMicros, decimals), decimals, blockhash: first.value });
}
