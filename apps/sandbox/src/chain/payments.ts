import type { Network } from '@stablegate/rules';
import { type Address, encodeFunctionData, type Hex, isAddressEqual } from 'viem';
import type { SolanaLedger } from '../solana/solana-ledger';
import type { SolanaPayments } from '../solana/solana-payments';
import type { SandboxAccount, SandboxAccounts } from './accounts';
import type { Chain } from './chain';
import { INVALID_PARAMS, RpcError } from './chain-types';
import { batchSenderAbi, type SandboxContracts, testUsdtAbi } from './deploy';
import type { MinedTransaction } from './mempool';
import { CHAIN_ID, isOnNode } from './networks';
import { toRecipient } from './recipient';
import { uniqueFees } from './transaction-fees';

type Transfer = {
  readonly network: Network;
  readonly to: string;
  /** In the smallest unit of the token. */
  readonly amountRaw: bigint;
  readonly token: 'usdt' | 'fake';
  readonly from?: string | undefined;
  /** The payer sends it for this address, whatever that holds; not on Solana. */
  readonly owner?: string | undefined;
};
type JointTransfer = Omit<Transfer, 'from' | 'owner'> & { readonly innerRevert: boolean };

/** A transaction hash, or a signature on Solana. */
export type Paid = Omit<MinedTransaction, 'txHash'> & { readonly txHash: string };

export type Payments = {
  readonly transfer: (transfer: Transfer) => Promise<Paid>;
  /** All in one transaction, out of the batch sender's balance. */
  readonly transferJointly: (transfers: readonly JointTransfer[], revert: boolean, from?: string) => Promise<Paid>;
};

/** A first transfer to an address costs about 52,000 gas, one through the batch sender about 10,000 more. */
const GAS_PER_TRANSFER = 100_000n;

export type PaymentParts = {
  readonly chain: Chain;
  readonly accounts: SandboxAccounts;
  readonly contracts: SandboxContracts;
  readonly solana: SolanaPayments;
  readonly solanaLedger: Pick<SolanaLedger, 'send'>;
  /** Makes the chain mine the next block, immediately or when its time comes. */
  readonly onPending: () => void;
};

export function createPayments({ chain, accounts, contracts, solana, solanaLedger, onPending }: PaymentParts): Payments {
  const onSolana = async (transfers: readonly Pick<Transfer, 'to' | 'amountRaw' | 'token'>[], revert: boolean): Promise<Paid> => {
    const landed = solanaLedger.send(await solana.sign(transfers, revert));
    onPending();
    return landed;
  };

  const tokenOf = ({ network, token }: Pick<Transfer, 'network' | 'token'>): Address => {
    const { contract } = (token === 'fake' ? contracts.fakeToken : contracts.networks[network]) ?? {};
    if (contract === undefined) throw new RpcError(INVALID_PARAMS, `${network} has no token on this chain`);
    return contract;
  };

  const payerOf = (from: string | undefined): SandboxAccount => {
    const address = from === undefined ? accounts.payers[0]?.address : toRecipient(from);
    const payer = accounts.payers.find((candidate) => address && isAddressEqual(candidate.address, address));
    if (!payer) throw new RpcError(INVALID_PARAMS, `${from} is not a payer of the sandbox; sandbox_info lists them`);
    return payer;
  };

  const send = (payer: SandboxAccount, to: Address, data: Hex, gas: bigint): Promise<MinedTransaction> =>
    chain.pay(payer.address, (nonce) =>
      payer.signTransaction({ chainId: CHAIN_ID, type: 'eip1559', nonce, to, data, gas, ...uniqueFees() }),
    );

  return {
    transfer: async (transfer) => {
      if (!isOnNode(transfer.network)) return onSolana([transfer], false);
      const args = [toRecipient(transfer.to), transfer.amountRaw];
      const data =
        transfer.owner === undefined
          ? encodeFunctionData({ abi: testUsdtAbi, functionName: 'transfer', args })
          : encodeFunctionData({ abi: testUsdtAbi, functionName: 'transferFor', args: [toRecipient(transfer.owner), ...args] });
      return send(payerOf(transfer.from), tokenOf(transfer), data, GAS_PER_TRANSFER);
    },
    transferJointly: async (transfers, revert, from) => {
      const onOther = transfers.filter(({ network }) => isOnNode(network)).length;
      if (onOther === 0) return onSolana(transfers, revert);
      if (onOther < transfers.length) throw new RpcError(INVALID_PARAMS, 'one transaction is on Solana or on the EVM node, not on both');
      const items = transfers.map((transfer) => ({
        token: tokenOf(transfer),
        to: toRecipient(transfer.to),
        value: transfer.amountRaw,
        innerRevert: transfer.innerRevert,
      }));
      const data = encodeFunctionData({ abi: batchSenderAbi, functionName: 'send', args: [items, revert] });
      return send(payerOf(from), contracts.batchSender, data, GAS_PER_TRANSFER * BigInt(items.length + 1));
    },
  };
}
