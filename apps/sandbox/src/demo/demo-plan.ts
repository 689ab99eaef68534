import { NETWORKS, type Network } from '@stablegate/contract';
import { PRESELECTED_NETWORK } from '@stablegate/rules';

/** The outcome of a demo order. PROCESSING is missing: here a payment is final two seconds after it is seen. */
export type DemoFate = 'paid' | 'paid late' | 'overpaid' | 'partly paid' | 'expired' | 'cancelled' | 'failed' | 'waiting';
export type DemoOrder = {
  readonly store: 0 | 1;
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly amount: string;
  readonly minutesAgo: number;
  readonly fate: DemoFate;
  readonly network: Network;
  /** The shop server's response to each attempt. */
  readonly answers: readonly number[];
};

const DAY_MINUTES = 24 * 60;
const DAYS = 30;
/** Every network, and one more payment on the one that most customers take. */
const TURNS: readonly Network[] = [PRESELECTED_NETWORK, ...NETWORKS];
const GOODS = [
  ['Ethiopia Guji, 2 × 1 kg bag', '184.5'],
  ['Subscription, November', '48'],
  ['Grinder spare burr set', '129.9'],
  ['Kettle, matte black 0.9 l', '76'],
  ['Sampler box, 4 × 250 g', '39.5'],
  ['Drip set, gift wrap', '62.4'],
  ['Đà Lạt Arabica, 500 g', '21'],
  ['Filter papers, 300 pieces', '14.75'],
] as const;
const WHOLESALE = [
  ['Wholesale, café Lá', '1240'],
  ['Wholesale, Mộc Café', '860.25'],
  ['Wholesale, Tràng Tiền', '515.6'],
] as const;

/** Seven in ten are paid; the rest shows every other outcome. */
const FATES: readonly DemoFate[] = ['paid', 'paid', 'paid', 'expired', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'paid'];
const RARE: Readonly<Record<number, DemoFate>> = { 7: 'paid late', 16: 'overpaid', 23: 'failed', 31: 'expired', 38: 'paid late' };
const COUNT = 56;

/** Denser towards today, like a growing shop. */
const minutesAgo = (index: number): number => {
  const left = (COUNT - index) / COUNT;
  return Math.round(left ** 1.4 * DAYS * DAY_MINUTES) + 70 + ((index * 37) % 90);
};

function pastOrder(_: unknown, index: number): DemoOrder {
  const isWholesale = index % 6 === 5;
  const list = isWholesale ? WHOLESALE : GOODS;
  const [description, amount] = list[(index * 5) % list.length] ?? GOODS[0];
  return {
    store: isWholesale ? 1 : 0,
    number: index + 1,
    name: isWholesale ? `INV-2026-0${300 + index}` : `Order #${10_420 + index}`,
    description,
    amount,
    minutesAgo: minutesAgo(index),
    fate: RARE[index] ?? FATES[index % FATES.length] ?? 'paid',
    network: TURNS[index % TURNS.length] ?? PRESELECTED_NETWORK,
    answers: index === 12 ? [500, 500, 200] : index === 26 ? [503, 200] : [200],
  };
}

const open = (number: number, fate: DemoFate, ago: number, amount: string): DemoOrder => ({
  store: 0,
  number,
  name: `Order #${10_420 + number - 1}`,
  description: 'Café Robusta Buôn Ma Thuột, 1 kg',
  amount,
  minutesAgo: ago,
  fate,
  network: PRESELECTED_NETWORK,
  answers: [],
});

/** About sixty orders over thirty days, oldest first; the last ones are still open when the sandbox starts. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  ...Array.from({ length: COUNT }, pastOrder),
  open(COUNT + 1, 'partly paid', 14, '95'),
  open(COUNT + 2, 'waiting', 9, '57.2'),
  open(COUNT + 3, 'waiting', 4, '33'),
  open(COUNT + 4, 'waiting', 1, '118.4'),
];

/** Transfers to the first shop's address that match no invoice: content of the inbox. */
export const DEMO_STRAYS: readonly { readonly amountMicros: bigint; readonly minutesAgo: number; readonly dismissed?: string }[] = [
  { amountMicros: 77_000_000n, minutesAgo: 310 },
  { amountMicros: 40_000_000n, minutesAgo: 1_900 },
  { amountMicros: 1_000_000n, minutesAgo: 9_200, dismissed: 'Our own test payment' },
];
