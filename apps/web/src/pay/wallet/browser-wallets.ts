/** EIP-1193: what an extension or a wallet's own browser puts into the page. */
export type WalletProvider = { request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> };
export type BrowserWallet = { readonly id: string; readonly name: string; readonly provider: WalletProvider };
type Announced = CustomEvent<{ readonly info: { readonly uuid: string; readonly name: string }; readonly provider: WalletProvider }>;

const ANNOUNCED = 'eip6963:announceProvider';
const NAME_MAX = 40;

declare global {
  interface Window {
    readonly ethereum?: WalletProvider;
  }
  interface WindowEventMap {
    [ANNOUNCED]: Announced;
  }
}

/** EIP-6963: every installed wallet answers, also later ones. Older ones only set window.ethereum. Returns the end of listening. */
export function findBrowserWallets(onFound: (wallets: readonly BrowserWallet[]) => void): () => void {
  const found = new Map<string, BrowserWallet>();
  const legacy: readonly BrowserWallet[] = window.ethereum === undefined ? [] : [{ id: '', name: '', provider: window.ethereum }];
  const tell = () => onFound(found.size > 0 ? [...found.values()] : legacy);
  const add = ({ detail: { info, provider } }: Announced) => {
    found.set(info.uuid, { id: info.uuid, name: String(info.name).slice(0, NAME_MAX), provider });
    tell();
  };
  window.addEventListener(ANNOUNCED, add);
  tell();
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener(ANNOUNCED, add);
}
