import type { Network, PAY_MODES } from '@stablegate/contract';
import { networksOf, PRESELECTED_NETWORK, parseMicros, unitsOfMicros } from '@stablegate/rules';

export type PayMode = (typeof PAY_MODES)[number];
export type Address = { readonly network: Network; readonly address: string };
export type PlannedTransfer = {
  readonly network: Network;
  readonly to: string;
  readonly amountRaw: string;
  readonly token: 'usdt' | 'fake';
};
export type PaymentWish = { readonly network?: Network | undefined; readonly mode: PayMode; readonly amount?: string | undefined };

const EVM = networksOf('evm');

/** The caller's choice, otherwise the preselected network if the invoice lists it, otherwise its first. */
function chooseNetwork(addresses: readonly Address[], wish: PaymentWish): Address | undefined {
  const wanted = wish.network;
  if (wanted !== undefined) return addresses.find(({ network }) => network === wanted);
  return addresses.find(({ network }) => network === PRESELECTED_NETWORK) ?? addresses[0];
}

function micros(dueMicros: bigint, { mode, amount }: PaymentWish): bigint {
  if (mode === 'zero') return 0n;
  if (amount !== undefined) return parseMicros(amount) ?? 0n;
  if (mode === 'under') return (dueMicros * 9n) / 10n;
  return mode === 'over' ? (dueMicros * 11n) / 10n : dueMicros;
}

/** What to send for each edge case a developer may try; undefined where the invoice does not support it. */
export function planPayment(
  invoice: { readonly addresses: readonly Address[]; readonly dueMicros: bigint },
  wish: PaymentWish,
  decimalsOf: (network: Network) => number | undefined,
): readonly PlannedTransfer[] | undefined {
  const target = chooseNetwork(invoice.addresses, wish);
  if (target === undefined) return undefined;
  const isWrong = wish.mode === 'wrong_network';
  const network = isWrong ? EVM.find((other) => other !== target.network) : target.network;
  if (network === undefined || (isWrong && !EVM.includes(target.network))) return undefined;
  const decimals = decimalsOf(network);
  if (decimals === undefined) return undefined;
  const amountRaw = unitsOfMicros(micros(invoice.dueMicros, wish), decimals).toString();
  const transfer: PlannedTransfer = { network, to: target.address, amountRaw, token: wish.mode === 'fake_token' ? 'fake' : 'usdt' };
  return wish.mode === 'double' ? [transfer, transfer] : [transfer];
}
