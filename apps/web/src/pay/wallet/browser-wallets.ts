/** EIP-1193: what an extension or a wallet's own browser puts into the page. */
export type WalletProvider = { request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> };
type EvmWallet = { readonly family: 'evm'; readonly id: string; readonly name: string; readonly provider: WalletProvider };

type StandardAccount = { readonly address: string; readonly chains: readonly string[] };
type SignAndSend = (input: {
  readonly account: StandardAccount;
  readonly chain: string;
  readonly transaction: Uint8Array;
}) => Promise<readonly { readonly signature: Uint8Array }[]>;
/** The parts of the Wallet Standard that paying needs (github.com/wallet-standard/wallet-standard). */
export type StandardWallet = {
  readonly name: string;
  readonly features: {
    readonly 'standard:connect': { connect(): Promise<{ readonly accounts: readonly StandardAccount[] }> };
    readonly 'solana:signAndSendTransaction': { readonly signAndSendTransaction: SignAndSend };
  };
};
type SolanaWallet = { readonly family: 'solana'; readonly id: string; readonly name: string; readonly wallet: StandardWallet };

type TronTransaction = { readonly txID: string };
/** TIP-1193, with the library that TronLink brings along. */
export type TronProvider = WalletProvider & {
  readonly tronWeb:
    | {
        readonly transactionBuilder: {
          triggerSmartContract(
            contract: string,
            method: string,
            options: { readonly feeLimit: number },
            parameters: readonly { readonly type: string; readonly value: string }[],
            from: string,
          ): Promise<{ readonly result?: { readonly result: boolean }; readonly transaction: TronTransaction }>;
        };
        readonly trx: {
          sign(transaction: TronTransaction): Promise<TronTransaction>;
          sendRawTransaction(signed: TronTransaction): Promise<{ readonly result?: boolean }>;
        };
      }
    | false;
};
type TronWallet = { readonly family: 'tron'; readonly id: string; readonly name: string; readonly provider: TronProvider };

export type BrowserWallet = EvmWallet | SolanaWallet | TronWallet;
/** An app on a phone, reached over WalletConnect; the operator's project is named to its relay. */
type WalletApp = {
  readonly family: 'walletconnect';
  readonly id: 'walletconnect';
  readonly name: 'WalletConnect';
  readonly projectId: string;
};
export type PayingWallet = BrowserWallet | WalletApp;

type Announced<T> = CustomEvent<{ readonly info: { readonly uuid: string; readonly name: string }; readonly provider: T }>;
type Register = { readonly register: (...wallets: readonly object[]) => () => void };

const EVM_ANNOUNCED = 'eip6963:announceProvider';
const TRON_ANNOUNCED = 'TIP6963:announceProvider';
const STANDARD_READY = 'wallet-standard:register-wallet';
const NAME_MAX = 40;

declare global {
  interface Window {
    readonly ethereum?: WalletProvider;
    readonly tron?: TronProvider;
  }
  interface WindowEventMap {
    [EVM_ANNOUNCED]: Announced<WalletProvider>;
    [TRON_ANNOUNCED]: Announced<TronProvider>;
    [STANDARD_READY]: CustomEvent<(api: Register) => void>;
  }
}

const nameOf = (name: unknown): string => String(name).slice(0, NAME_MAX);
/** Registered are wallets of any chain: those that pay on Solana have both features. */
const paysOnSolana = (wallet: object): wallet is StandardWallet => {
  const { features = {} } = wallet as Partial<StandardWallet>;
  return 'standard:connect' in features && 'solana:signAndSendTransaction' in features;
};

/** Wallets that announce nothing and only set a variable. */
const silentWallets = (found: readonly BrowserWallet[]): BrowserWallet[] => {
  const { ethereum, tron } = window;
  const has = (family: BrowserWallet['family']) => found.some((wallet) => wallet.family === family);
  return [
    ...(ethereum === undefined || has('evm') ? [] : [{ family: 'evm' as const, id: 'ethereum', name: '', provider: ethereum }]),
    ...(tron === undefined || has('tron') ? [] : [{ family: 'tron' as const, id: 'tron', name: 'TronLink', provider: tron }]),
  ];
};

/** EIP-6963, TIP-6963 and the Wallet Standard: every installed wallet answers, also later ones. Returns the end of listening. */
export function findBrowserWallets(onFound: (wallets: readonly BrowserWallet[]) => void): () => void {
  const found = new Map<string, BrowserWallet>();
  const tell = () => onFound([...found.values(), ...silentWallets([...found.values()])]);
  const add = (wallet: BrowserWallet) => {
    found.set(wallet.id, wallet);
    tell();
  };
  const addEvm = ({ detail: { info, provider } }: Announced<WalletProvider>) =>
    add({ family: 'evm', id: info.uuid, name: nameOf(info.name), provider });
  const addTron = ({ detail: { info, provider } }: Announced<TronProvider>) =>
    add({ family: 'tron', id: `tron ${info.uuid}`, name: nameOf(info.name), provider });
  const api: Register = {
    register: (...wallets) => {
      for (const wallet of wallets)
        if (paysOnSolana(wallet)) add({ family: 'solana', id: `solana ${wallet.name}`, name: nameOf(wallet.name), wallet });
      return () => undefined;
    },
  };
  const addStandard = ({ detail: register }: CustomEvent<(given: Register) => void>) => register(api);
  window.addEventListener(EVM_ANNOUNCED, addEvm);
  window.addEventListener(TRON_ANNOUNCED, addTron);
  window.addEventListener(STANDARD_READY, addStandard);
  tell();
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  window.dispatchEvent(new Event('TIP6963:requestProvider'));
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return () => {
    window.removeEventListener(EVM_ANNOUNCED, addEvm);
    window.removeEventListener(TRON_ANNOUNCED, addTron);
    window.removeEventListener(STANDARD_READY, addStandard);
  };
}
