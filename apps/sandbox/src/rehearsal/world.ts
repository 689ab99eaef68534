import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailboxEntry } from '@stablegate/contract';
import { createChainClient } from '../controls/chain-client';
import { startChild } from '../launcher/child';
import { createMailbox } from '../mailbox/mailbox';
import { type SandboxInfo, sandboxNetworks } from '../networks/sandbox-networks';
import { rehearsalEnvironment } from './environment';

const BLOCK_MS = 1_000;

export type WorldOptions = {
  /** Holds the chain's journal and the mails: a second rehearsal goes on where the first ended. */
  readonly dir: string;
  readonly chainPort: number;
  readonly smtpPort: number;
  /** Folder of the built entry points. */
  readonly distDir: string;
  readonly onMail: (mail: MailboxEntry) => void;
  readonly onFailure: (reason: string) => void;
};

/** All networks and the mail server of the sandbox, for an installation that otherwise runs as in production. */
export async function startWorld(options: WorldOptions): Promise<{ environmentFile: string; stop(): Promise<void> }> {
  const { dir, chainPort, smtpPort } = options;
  const mailbox = await createMailbox({ dir, port: smtpPort, onMail: options.onMail });
  const chain = await startChild({
    name: 'The test chain',
    script: join(options.distDir, 'main-chain.js'),
    args: ['--port', String(chainPort), '--dir', join(dir, 'chain'), '--blocks-every-ms', String(BLOCK_MS)],
    logFile: join(dir, 'chain.log'),
    onExit: options.onFailure,
  });
  const chainUrl = String(chain.ready.url);
  const info = await createChainClient(chainUrl).call<SandboxInfo>('sandbox_info');
  const genesisHash = await createChainClient(new URL('/solana', chainUrl).href).call<string>('getGenesisHash');
  const environmentFile = join(dir, 'rehearsal.env');
  // Whoever waits for the file finds it whole.
  writeFileSync(`${environmentFile}.new`, rehearsalEnvironment(sandboxNetworks(info, chainUrl), genesisHash, mailbox.smtpUrl));
  renameSync(`${environmentFile}.new`, environmentFile);
  return {
    environmentFile,
    stop: async () => {
      await chain.stop();
      await mailbox.close();
    },
  };
}
