import type { Extension } from '@stablegate/server/app';
import { systemClock } from '@stablegate/server/platform/clock';
import { createSmtpMailer } from '@stablegate/server/platform/mail/mailer';
import { run } from '@stablegate/server/run';
import { bankExtension } from './controls/bank-control';
import { createChainClient } from './controls/chain-client';
import { followChain } from './controls/chain-news';
import { controlsExtension } from './controls/controls';
import { createSandboxClock, type SandboxClock } from './controls/sandbox-clock';
import { whereaboutsExtension } from './controls/whereabouts';
import { seedDemo } from './demo/seed-demo';
import { readHandover, stopPostgresIfOrphaned } from './launcher/handover';
import { createMailbox, mailboxExtension } from './mailbox/mailbox';
import { SANDBOX_PLATFORM_ADDRESSES } from './networks/platform-addresses';
import { type SandboxInfo, sandboxNetworks } from './networks/sandbox-networks';

const together =
  (...extensions: Extension[]): Extension =>
  (route, context) => {
    for (const extend of extensions) extend(route, context);
  };

/** The gateway as in production, all roles in one process, plus the sandbox's own routes and demo data. */
const { chainUrl, postgresPid } = readHandover();
let sandboxClock: SandboxClock | undefined;
stopPostgresIfOrphaned(postgresPid);
await run({
  roles: ['api', 'worker', 'watcher'],
  prepare: async (config) => {
    const chain = createChainClient(chainUrl);
    const info = await chain.call<SandboxInfo & { timeOffsetSeconds: number }>('sandbox_info');
    const clock = createSandboxClock(info.timeOffsetSeconds);
    sandboxClock = clock;
    const mailbox = await createMailbox({ dir: config.dataDir });
    return {
      clocks: { business: clock, real: systemClock },
      mailer: createSmtpMailer({ url: mailbox.smtpUrl, from: config.mailFrom }),
      networks: sandboxNetworks(info, chainUrl),
      platformAddresses: SANDBOX_PLATFORM_ADDRESSES,
      extend: together(mailboxExtension(mailbox), controlsExtension({ chain, info, clock }), whereaboutsExtension, bankExtension),
    };
  },
  beforeStart: async (app) => {
    if (sandboxClock !== undefined) await seedDemo(app, sandboxClock);
  },
  afterStart: async (app) => void followChain(createChainClient(chainUrl), app.services.chains.pollNow),
});
