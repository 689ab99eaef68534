import type { Counter } from 'prom-client';
import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Notifications } from '../../platform/events/notifications';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { MailQueue, MailSender } from '../../platform/mail/mail-queue';
import type { Metrics } from '../../platform/metrics';
import type { OutboundHttp } from '../../platform/net/outbound-http';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { Tracing } from '../../platform/tracing/tracing';
import type { AccountService } from '../accounts/accounts.service';
import type { StoreService } from '../stores/stores.service';

export type GivenUpValues = {
  readonly username: string;
  readonly email: string;
  readonly transId: string;
  readonly url: string;
  readonly answer: string;
  readonly at: string;
};
export type CallbackServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly notifications: Notifications;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly http: OutboundHttp;
  readonly limiter: RateLimiter;
  readonly stores: StoreService;
  readonly accounts: Pick<AccountService, 'findMailReader'>;
  readonly mailQueue: MailQueue;
};
export type CallbackDeps = Omit<CallbackServiceDeps, 'metrics' | 'notifications' | 'jobs' | 'mailQueue'> & {
  readonly attemptsMade: Counter<'outcome'>;
  readonly sendGivenUp: MailSender<GivenUpValues>;
  readonly idleMs: Notifications['idleMs'];
};
