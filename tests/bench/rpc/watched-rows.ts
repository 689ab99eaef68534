import type { Network } from '@stablegate/contract';
import { associatedTokenAccount } from '../../../apps/server/src/modules/chains/adapters/solana/accounts/token-account';
import { bareShop } from '../../../apps/server/test/bare-shop';
import { keyOf } from '../../../apps/server/test/nodes/solana/solana-build';

export const WATCHED = 1_000;
/** Addresses with an open invoice, of each family. */
export const OPEN = 10;
const PAYABLE = 10_050_000n;
/** More than requested: matches no invoice, so that it stays open and the pace unchanged. */
export const PAID = 2n * PAYABLE;

type Family = 'evm' | 'tron' | 'solana';
const FAMILIES: readonly Family[] = ['evm', 'tron', 'solana'];
const NETWORKS_OF: Record<Family, readonly Network[]> = { evm: ['BEP20', 'ERC20', 'POLYGON'], tron: ['TRON'], solana: ['SOLANA'] };
export const familyOf = (network: Network): Family => (network === 'TRON' ? 'tron' : network === 'SOLANA' ? 'solana' : 'evm');

/** The key of the n-th watched address. Each scenario has its own (a hexadecimal digit): a payment in one must not wake another. */
export const addressKey = (scenario: string, family: Family, n: number): string =>
  family === 'solana' ? keyOf('bench owner', scenario, n) : `0x${scenario}${n.toString(16).padStart(39, '0')}`;

const literal = (values: readonly string[]): string => `array[${values.map((value) => `'${value}'`).join(',')}]`;

function familyRows(scenario: string, family: Family, open: number): string[] {
  const keys = literal(Array.from({ length: WATCHED }, (_, n) => addressKey(scenario, family, n)));
  const rows = [
    `create temp table k_${family} as select n::int as n, key from unnest(${keys}) with ordinality u(key, n)`,
    `insert into address_owners (family, address_key, user_id) select '${family}', key, 'bench_u' from k_${family}`,
    `insert into watched_addresses (family, address_key, reason, ref) select '${family}', key, 'wallet', '${family}:' || key from k_${family}`,
  ];
  if (open === 0) return rows;
  return [
    ...rows,
    `insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, paid, status, networks, addresses,
         created_at, expires_at, monitor_until)
       select 'inv_${family}_' || n, 'bench_${family}_' || n, 'str_bench', 'bench_u', ''::bytea, 'Tea', 10000000, 50000, false, ${PAYABLE}, 0, 'WAITING',
              ${literal(NETWORKS_OF[family])}, array_fill(key, array[${NETWORKS_OF[family].length}]), now() - interval '1 minute', now() + interval '1 day', now() + interval '2 days'
         from k_${family} where n <= ${open}`,
    `insert into watched_addresses (family, address_key, reason, ref) select '${family}', key, 'invoice', 'inv_${family}_' || n from k_${family} where n <= ${open}`,
    `insert into amount_reservations (family, address_key, payable, invoice_id) select '${family}', key, ${PAYABLE}, 'inv_${family}_' || n from k_${family} where n <= ${open}`,
  ];
}

/** Idle owners are polled in turn, each once in this time: as if that had gone on for days, since a first round would cost more. */
const IDLE_ROUND_MINUTES = 100;

function solanaHistory(scenario: string, mint: string): string[] {
  const accounts = literal(Array.from({ length: WATCHED }, (_, n) => associatedTokenAccount(addressKey(scenario, 'solana', n), mint)));
  return [
    `insert into watched_token_accounts (network, token_account, owner_key, polled_at, read_through)
       select 'SOLANA', a.account, k.key, t.at, t.at
         from unnest(${accounts}) with ordinality a(account, n) join k_solana k on k.n = a.n,
              lateral (select now() - interval '${IDLE_ROUND_MINUTES} minutes' * a.n / ${WATCHED} as at) t`,
  ];
}

/** A thousand watched addresses of each family, some of them with open invoices, or none. */
export const watchedRows = (scenario: string, open: number, mint: string): string[] => [
  'set statement_timeout = 0',
  ...bareShop('bench_u', 'str_bench', 'Bench'),
  ...FAMILIES.flatMap((family) => familyRows(scenario, family, open)),
  ...solanaHistory(scenario, mint),
  'analyze',
  'reset statement_timeout',
];
