import type { PayNetwork } from '@stablegate/contract';
import { SignClient } from '@walletconnect/sign-client';
import type { WalletProvider } from './browser-wallets';
import type { WalletOutcome } from './outcome';
import { payFromEvmWallet } from './pay-evm';

type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Session = Awaited<ReturnType<Awaited<ReturnType<Client['connect']>>['approval']>>;
export type Pairing = {
  readonly projectId: string;
  /** What the wallet app has to scan or open. */
  readonly onLink: (link: string) => void;
  readonly onConnected: (wallet: string) => void;
  /** The payer changed their mind before a wallet was connected. */
  readonly signal: AbortSignal;
};

/** CAIP-2. */
const chainOf = (chainId: number): string => `eip155:${chainId}`;
/** WalletConnect's own code for what EIP-1193 calls 4001. */
const DECLINED = 5000;
const REJECTED = 4001;
const ENDED = { code: 6000, message: 'The payment page has what it needs' };

/** A session serves one payment: nothing of it stays in this browser. */
function memoryStorage() {
  const items = new Map<string, unknown>();
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items] as [string, T][],
    getItem: async <T>(key: string) => items.get(key) as T | undefined,
    setItem: async (key: string, value: unknown) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  };
}

/** What a connected app answers, in the form of a browser's wallet; its chain is fixed by the session. */
function providerOf(client: Client, { topic, namespaces }: Session, chainId: number): WalletProvider {
  const prefix = `${chainOf(chainId)}:`;
  const accounts = (namespaces.eip155?.accounts ?? []).flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []));
  return {
    request: async ({ method, params = [] }) => {
      if (method === 'eth_requestAccounts') return accounts;
      if (method === 'eth_chainId') return `0x${(accounts.length === 0 ? 0 : chainId).toString(16)}`;
      if (method !== 'eth_sendTransaction') throw new Error('A session has one chain and sends transactions');
      try {
        return await client.request({ topic, chainId: chainOf(chainId), request: { method, params } });
      } catch (error) {
        const { code } = (error ?? {}) as { code?: number };
        throw code === DECLINED ? { code: REJECTED } : error;
      }
    },
  };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** The link goes to the payer's screen, the request over WalletConnect's relay, encrypted for the wallet that scanned it. */
async function connect(client: Client, chainId: number, { onLink, signal }: Pairing): Promise<Session> {
  const { uri, approval } = await client.connect({
    optionalNamespaces: { eip155: { chains: [chainOf(chainId)], methods: ['eth_sendTransaction'], events: [] } },
  });
  if (uri !== undefined) onLink(uri);
  const approved = approval();
  approved.catch(() => undefined); // after a change of mind nobody waits for it
  return Promise.race([approved, aborted(signal)]);
}

let opened: Promise<Client> | undefined;

/** One for the page: the library shares its connection among all its clients, and cannot open a closed one again. */
function clientOf(projectId: string): Promise<Client> {
  const { origin } = window.location;
  const metadata = { name: 'Stablegate', description: 'USDT payments', url: origin, icons: [`${origin}/brand/favicon.svg`] };
  opened ??= SignClient.init({ projectId, metadata, storage: memoryStorage(), telemetryEnabled: false, logger: 'fatal' });
  return opened;
}

/** Loaded when somebody chooses it: the protocol's library has twice the weight of this page. */
export async function payOverWalletConnect(target: PayNetwork, amount: string, pairing: Pairing): Promise<WalletOutcome> {
  const { chain_id } = target;
  if (chain_id === undefined) return { kind: 'no_network' };
  const client = await clientOf(pairing.projectId);
  const session = await connect(client, chain_id, pairing).catch((error: unknown) => error as { code?: number });
  if (!('topic' in session)) return { kind: session.code === DECLINED ? 'declined' : 'not_ready' };
  pairing.onConnected(session.peer.metadata.name);
  const outcome = await payFromEvmWallet(providerOf(client, session, chain_id), target, amount);
  void client.disconnect({ topic: session.topic, reason: ENDED }).catch(() => undefined);
  return outcome;
}
