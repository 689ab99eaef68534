import { sandboxControlsApi } from '@stablegate/contract';
import { parseMicros, unitsOfMicros } from '@stablegate/rules';
import type { Extension } from '@stablegate/server/app';
import { invalidValue } from '@stablegate/server/platform/app-error';
import { assertDefined } from '@stablegate/server/platform/assert';
import { isOnNode } from '../chain/networks';
import { newAddress } from '../networks/made-up-addresses';
import type { SandboxInfo } from '../networks/sandbox-networks';
import type { ChainClient, ChainState } from './chain-client';
import { planPayment } from './payment-plan';
import type { SandboxClock } from './sandbox-clock';

type Sent = { readonly txHashes: string[]; readonly transactions: readonly { readonly blockNumber: number; readonly status: string }[] };

const wire = ({ head, timeOffsetSeconds }: ChainState) => ({ blockHeight: Number.parseInt(String(head.number), 10), timeOffsetSeconds });

/** Paying, mining, reorganising and moving time on the local chain: everything behind it is the production code path. */
export const controlsExtension =
  (deps: { chain: ChainClient; info: SandboxInfo; clock: SandboxClock }): Extension =>
  (route, { services }) => {
    const { chain, info, clock } = deps;

    route(sandboxControlsApi.pay, async (request) => {
      const view = await services.invoices.getPaymentView(request.params.transId);
      const due = parseMicros(view.due) ?? 0n;
      const dueMicros = due > 0n ? due : (parseMicros(view.amount) ?? 0n);
      const plan = planPayment({ addresses: view.networks, dueMicros }, request.body, (network) => info.networks[network]?.decimals);
      const [first] = plan ?? [];
      if (plan === undefined || first === undefined) throw invalidValue('network', 'This invoice cannot be paid that way.');
      const { txHashes, transactions } = await chain.call<Sent>('sandbox_transferBatch', { transfers: plan });
      return { network: first.network, txHashes, blockHeight: Math.max(...transactions.map(({ blockNumber }) => blockNumber)) };
    });

    route(sandboxControlsApi.transfer, async ({ body: { network, address: to, amount, from: owner } }) => {
      const decimals = info.networks[network]?.decimals;
      if (decimals === undefined || !isOnNode(network)) throw invalidValue('network', 'The sandbox cannot send there.');
      const amountRaw = unitsOfMicros(parseMicros(amount) ?? 0n, decimals).toString();
      const { txHashes, transactions } = await chain.call<Sent>('sandbox_transferBatch', {
        transfers: [{ network, to, amountRaw, from: info.payers[1], ...(owner !== undefined && { owner }) }],
      });
      // The token of a chain that an older version began cannot send for others.
      if (transactions[0]?.status === 'reverted') throw invalidValue('from', 'This chain cannot send from there: start a new sandbox.');
      return { txHash: assertDefined(txHashes[0], 'the transaction of a transfer') };
    });

    route(sandboxControlsApi.address, async ({ query: { network } }) => ({ address: newAddress(network) }));

    // One clock for both: a block of the node is a slot of the Solana simulation.
    route(sandboxControlsApi.mine, async (request) => {
      return wire(await chain.call<ChainState>('sandbox_mine', { blocks: request.body.blocks }));
    });

    route(sandboxControlsApi.reorg, async (request) => {
      if (request.body.network !== undefined && !isOnNode(request.body.network))
        throw invalidValue('network', 'The Solana stand-in cannot do this.');
      return wire(await chain.call<ChainState>('sandbox_reorg', { depth: request.body.depth, keep: request.body.keep }));
    });

    route(sandboxControlsApi.clock, async (request) => {
      const state = await chain.call<ChainState>('sandbox_advanceTime', { seconds: request.body.advanceSeconds });
      clock.setOffset(state.timeOffsetSeconds);
      return wire(state);
    });
  };
