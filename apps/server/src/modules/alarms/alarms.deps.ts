import type { Role } from '../../config';
import type { AlarmSettings } from '../../config-alarms';
import type { MailQueue } from '../../platform/mail/mail-queue';
import type { Platform } from '../../platform/platform';
import type { AccountService } from '../accounts/accounts.service';
import type { CallbackService } from '../callbacks/callbacks.service';
import type { ChainService } from '../chains/chains.service';
import type { DepositService } from '../deposits/deposits.service';
import type { LedgerService } from '../ledger/ledger.service';

export type AlarmServiceDeps = Pick<Platform, 'db' | 'log' | 'clocks' | 'databaseTime' | 'metrics' | 'jobs'> & {
  readonly chains: Pick<
    ChainService,
    'networkStatus' | 'stoppedNetworks' | 'reviewQuorum' | 'lowBudgets' | 'tokenChanges' | 'countUnmatched'
  >;
  readonly callbacks: Pick<CallbackService, 'findOldestWaiting' | 'findOldestDue'>;
  readonly ledger: Pick<LedgerService, 'lastCheck'>;
  readonly deposits: Pick<DepositService, 'countUnmatched' | 'findRateReadAt'>;
  readonly accounts: Pick<AccountService, 'findMailReader' | 'listAdminIds'>;
  readonly mailQueue: MailQueue;
  readonly settings: AlarmSettings;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Connections that a process of these roles may open. */
  readonly connectionsMax: (roles: readonly Role[]) => number;
};
