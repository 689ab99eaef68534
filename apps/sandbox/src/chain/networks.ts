/** The EVM-like networks of the sandbox: one node, one chain id, a separate USDT contract per network. */
export const SANDBOX_NETWORKS = ['TRON', 'BEP20', 'ERC20', 'POLYGON'] as const;
export const PAYABLE_NETWORKS = [...SANDBOX_NETWORKS, 'SOLANA'] as const;
export type PayableNetwork = (typeof PAYABLE_NETWORKS)[number];
export type SandboxNetwork = (typeof SANDBOX_NETWORKS)[number];

/** As on the real networks: Binance-Peg USDT has 18 decimals, the others 6. */
export const USDT_DECIMALS: Readonly<Record<SandboxNetwork, number>> = { TRON: 6, BEP20: 18, ERC20: 6, POLYGON: 6 };

export const FAKE_TOKEN_DECIMALS = 6;

/** hardhat's own chain id, which wallets know as a test network. */
export const CHAIN_ID = 31337;
