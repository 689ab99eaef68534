import { networksOf } from '@stablegate/rules';
import type { NetworkSettings } from '@stablegate/server/config';
import { SANDBOX_PLATFORM_ADDRESSES } from '../networks/platform-addresses';

/** As a merchant's page polls; the sandbox's 250 ms would be four requests per block. */
const POLL_MS = 1_000;

/** The same node under its second name: production wants two that agree, and the doctor counts hosts. */
function twoNames(url: string): string {
  const other = new URL(url);
  other.hostname = 'localhost';
  return `${url},${other.href}`;
}

const finalityOf = ({ finality }: NetworkSettings): string => ('tag' in finality ? finality.tag : String(finality.depth));

function linesOf(settings: NetworkSettings): string[] {
  const { network, endpoints, chainId, contract, decimals, confirmations, minDepth, blockMs, startBlock } = settings;
  const values: Record<string, string | number | undefined> = {
    RPC_URLS: twoNames(endpoints[0]?.url ?? ''),
    CHAIN_ID: chainId,
    CONTRACT: contract,
    DECIMALS: decimals,
    FINALITY: finalityOf(settings),
    MIN_DEPTH: minDepth,
    CONFIRMATIONS: confirmations,
    BLOCK_MS: blockMs,
    POLL_MS,
    IDLE_POLL_MS: POLL_MS,
    RATE: 1_000,
    START_BLOCK: startBlock,
  };
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    ...known.map(([name, value]) => `${network}_${name}=${value}`),
    `PLATFORM_ADDRESS_${network}=${SANDBOX_PLATFORM_ADDRESSES[network]}`,
  ];
}

/** What stands in `.env` for a rehearsal instead of real nodes and a real mail server. */
export const rehearsalEnvironment = (networks: readonly NetworkSettings[], genesisHash: string, smtpUrl: string): string =>
  [
    `SMTP_URL=${smtpUrl}`,
    'MAIL_FROM="Rehearsal <no-reply@rehearsal.example>"',
    'SUPPORT_EMAIL=support@rehearsal.example',
    ...networks.filter(({ enabled }) => enabled).flatMap(linesOf),
    ...networksOf('solana').map((network) => `${network}_GENESIS_HASH=${genesisHash}`),
    '',
  ].join('\n');
