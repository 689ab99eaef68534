import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import type { FastifyInstance } from 'fastify';
import { version } from '../package.json';
import { type Config, connectionsOf, type Role } from './config';
import type { NetworkSettings } from './config-networks';
import { followEvents, forStores } from './follow-ups';
import { createAccessCheck } from './http/access';
import { createAuditCheck } from './http/audit/audit-check';
import { healthPortOf, mountHealth, startHealthServer } from './http/health';
import { createLimitCheck } from './http/limits';
import { createRouter, type MountedRoutes, type Router } from './http/mount';
import { mountOpenApi } from './http/openapi/openapi';
import { createForeignCheck, createOriginCheck } from './http/origin-check';
import type { Authenticate } from './http/principal';
import { addServerTimeHeader, createHttpServer, logStoreCalls } from './http/server';
import { type AccountCookies, createAccountCookies } from './http/session-cookie';
import { mountWebApp } from './http/web-app';
import type { PendingChanges } from './modules/accounts/accounts.deps';
import { mountAccounts } from './modules/accounts/accounts.routes';
import { createAccountService } from './modules/accounts/accounts.service';
import { createAccountMails } from './modules/accounts/mailed-links/account-mails';
import { registerMailLinkJobs } from './modules/accounts/mailed-links/password-reset.jobs';
import { registerSignInSweep } from './modules/accounts/sessions/sessions.jobs';
import { originOf } from './modules/accounts/sign-in/sign-in.routes';
import { mountAdmin } from './modules/admin/admin.routes';
import { createAdminService } from './modules/admin/admin.service';
import { mountAlarms } from './modules/alarms/alarms.routes';
import { createAlarmService } from './modules/alarms/alarms.service';
import { mountCallbacks } from './modules/callbacks/callbacks.routes';
import { createCallbackService } from './modules/callbacks/callbacks.service';
import { registerAddressJobs } from './modules/chains/addresses/addresses.jobs';
import { mountChains } from './modules/chains/chains.routes';
import { createChainService } from './modules/chains/chains.service';
import { mountContact } from './modules/contact/contact.routes';
import { createContactService } from './modules/contact/contact.service';
import { mountDeposits } from './modules/deposits/deposits.routes';
import { createDepositService, type DepositService } from './modules/deposits/deposits.service';
import { mountEpusdtCalls } from './modules/invoices/epusdt/epusdt.routes';
import { mountInvoices } from './modules/invoices/invoices.routes';
import { createInvoiceService, type InvoiceService } from './modules/invoices/invoices.service';
import { registerLedgerJobs } from './modules/ledger/ledger.jobs';
import { mountLedger } from './modules/ledger/ledger.routes';
import { createLedgerService } from './modules/ledger/ledger.service';
import { mountLinks } from './modules/links/links.routes';
import { createLinkService } from './modules/links/links.service';
import { mountConsole } from './modules/merchant/merchant.routes';
import { createMerchantService, type MerchantService } from './modules/merchant/merchant.service';
import { mountRealtime } from './modules/realtime/realtime.routes';
import { createRealtimeService, type RealtimeService } from './modules/realtime/realtime.service';
import { registerStoreJobs } from './modules/stores/stores.jobs';
import { mountStores } from './modules/stores/stores.routes';
import { createStoreService, type StoreService } from './modules/stores/stores.service';
import { mountTranslations } from './modules/translations/translations.routes';
import { createTranslationService } from './modules/translations/translations.service';
import { AppError } from './platform/app-error';
import { requireStandby } from './platform/db/db';
import { migrateAsOwner, oneProcessAtATime } from './platform/db/migrate';
import { atMostEvery } from './platform/events/at-most-every';
import { createOwnedQueues } from './platform/events/owned-queues';
import type { PollingLoop } from './platform/events/polling-loop';
import { createSweepLoops } from './platform/events/sweep-loop';
import type { Logger } from './platform/log';
import { createMailQueue } from './platform/mail/mail-queue';
import { createOutboundHttp } from './platform/net/outbound-http';
import { serverRoot } from './platform/paths';
import { createPlatform, type Platform, type PlatformParts } from './platform/platform';
import { createReadiness } from './platform/readiness';

/** An invoice was created. Once a second is enough: watchers and sweeps looked that often before they were told. */
const CREATED_CHANNEL = 'invoice-created';
const CREATED_EVERY_MS = 1_000;

export type Services = ReturnType<typeof createServices>;
/** Additional routes; the sandbox adds its own this way, so that production does not contain them. */
export type Extension = (route: Router, context: { platform: Platform; services: Services; server: FastifyInstance }) => void;

export type AppParts = PlatformParts & {
  readonly extend?: Extension;
  /** Overrides the configured ones: the sandbox has its own chain. */
  readonly networks?: readonly NetworkSettings[];
  /** The sandbox's deposit addresses; configured ones take precedence. */
  readonly platformAddresses?: Readonly<Partial<Record<Network, string>>>;
  /** A call has changed something without a trace of who did it; otherwise logged. */
  readonly reportUnrecorded?: (missing: string) => void;
};

export type App = {
  readonly platform: Platform;
  readonly services: Services;
  readonly server: FastifyInstance;
  start(roles: readonly Role[]): Promise<void>;
  stop(): Promise<void>;
};

/** Services that depend on no module above them. */
function createFoundation(platform: Platform, config: Config, pendingChanges: () => PendingChanges) {
  const ledger = createLedgerService({ ...platform, checkDb: platform.leaseDb, timeZone: config.businessTimeZone });
  registerLedgerJobs({ ...platform, ledger });
  const translations = createTranslationService({ ...platform, translatorSettings: config.translator });
  const mailQueue = createMailQueue({
    ...platform,
    clock: platform.clocks.real,
    publicUrl: config.publicUrl,
    timeZone: config.businessTimeZone,
    textsOf: translations.textsOf,
  });
  const { publicUrl, adminRequires2fa } = config;
  const { addressLockHours } = config.protection;
  const mails = createAccountMails(mailQueue);
  const accountDeps = { ...platform, mails, publicUrl, adminRequires2fa, addressLockHours, pendingChanges, takeBacks: [] };
  registerMailLinkJobs(accountDeps);
  registerSignInSweep(accountDeps);
  registerAddressJobs(platform);
  return { ledger, translations, mailQueue, accounts: createAccountService(accountDeps) };
}

function createModules(platform: Platform, config: Config, networks: readonly NetworkSettings[]) {
  const { ledger, translations, mailQueue, accounts } = createFoundation(platform, config, () => stores.pendingChanges);
  // Lower modules get functions of higher ones injected: this is the path from the scanner to the callback and the payment page.
  const { deposits: settings, publicUrl, supportEmail, addressLookupMs, businessTimeZone: timeZone } = config;
  const chains = createChainService({
    ...platform,
    idleMs: platform.notifications.idleMs,
    networks,
    addressLookupMs,
    settleTransfers: (tx, changes) => invoices.settleTransfers(tx, changes),
    busyOwners: () => invoices.listBusyOwners(),
    openFamilies: () => invoices.listOpenFamilies(),
  });
  const http = createOutboundHttp({ allowLoopback: config.mode === 'sandbox', ports: config.callbackPorts });
  const stores: StoreService = createStoreService({
    ...platform,
    http,
    publicUrl,
    timeZone,
    epusdtStores: config.epusdtStores,
    requireAddressLock: accounts.requireAddressLock,
    addresses: chains,
    ...forStores(() => ({ invoices, callbacks })),
  });
  registerStoreJobs(platform, stores);
  const callbacks = createCallbackService({ ...platform, http, stores, accounts, mailQueue });
  const invoices: InvoiceService = createInvoiceService({
    ...platform,
    chains,
    ledger,
    stores,
    publicUrl,
    timeZone,
    readCallbackAttempts: callbacks.readAttempts,
    readCallbackState: callbacks.readState,
    queueCallbacks: callbacks.queueCallbacks,
    refusesCallbackTo: http.refusesPort,
    cancelExpiredDeposits: (tx, transitions) => deposits.cancelExpired(tx, transitions),
    countRevenue: (tx, transitions) => merchant.countRevenue(tx, transitions),
    creditDeposits: (tx, settled) => deposits.creditDeposits(tx, settled),
    notifyPages: (pages) => realtime.notifyPages(pages),
    watchBalance: (userId, availableMicros) => merchant.watchBalance(userId, availableMicros),
    announceCreated: atMostEvery(CREATED_EVERY_MS, () => platform.notifications.publish(CREATED_CHANNEL)),
  });
  const { translator } = translations;
  const below = { chains, ledger, stores, invoices, accounts, mailQueue };
  const deposits: DepositService = createDepositService({ ...platform, ...below, settings, publicUrl, supportEmail, timeZone });
  const realtime: RealtimeService = createRealtimeService({
    ...platform,
    invoices,
    notifications: platform.liveNotifications,
    limitScale: config.rateLimitScale,
  });
  const merchant: MerchantService = createMerchantService({ ...platform, ...below, ...config.protection, callbacks, timeZone, translator });
  return {
    merchant,
    ledger,
    translations,
    chains,
    accounts,
    contact: createContactService({ ...platform, mailQueue, supportEmail }),
    stores,
    invoices,
    deposits,
    callbacks,
    admin: createAdminService({ ...platform, timeZone, ledger, chains, callbacks, deposits, invoices, merchant }),
    realtime,
    mailQueue,
  };
}

/** Above all others: alarms and the status page look at every module. */
function createServices(platform: Platform, config: Config, networks: readonly NetworkSettings[]) {
  const { mailQueue, ...modules } = createModules(platform, config, networks);
  const parts = {
    ...platform,
    ...config,
    ...modules,
    mailQueue,
    settings: config.alarms,
    connectionsMax: (roles: readonly Role[]) => connectionsOf(config, roles),
  };
  const links = createLinkService(parts);
  followEvents(platform.outbox, { ...modules, links });
  return { ...modules, links, alarms: createAlarmService(parts) };
}

function createAuthenticate(services: Services, cookies: AccountCookies): Authenticate {
  return async (request) => {
    const token = cookies.session.read(request);
    const session = token === undefined ? undefined : await services.accounts.readSession(token, originOf(request));
    if (session !== undefined) await services.accounts.keepLanguage(session, request.headers['x-language']);
    return session;
  };
}

function mountModules(route: Router, platform: Platform, services: Services, cookies: AccountCookies, authenticate: Authenticate): void {
  mountTranslations(route, { ...services, authenticate });
  mountLedger(route, { ...services, translator: services.translations.translator, findSubjects: services.merchant.findSubjects });
  mountChains(route, services);
  mountStores(route, services);
  mountInvoices(route, { ...services, limiter: platform.limiter, resendCallbacks: services.callbacks.resend });
  mountEpusdtCalls(route, services);
  mountLinks(route, { ...services, limiter: platform.limiter });
  mountDeposits(route, { ...services, translator: services.translations.translator });
  mountConsole(route, services);
  mountCallbacks(route, services);
  mountAdmin(route, { ...services, translator: services.translations.translator });
  mountContact(route, services);
  mountAlarms(route, services);
  mountAccounts(route, {
    ...services,
    cookies,
    requireMail: () => {
      if (platform.mailer.isAbsent) throw new AppError('mail_not_configured');
    },
    readBalance: (userId) => services.ledger.getBalance(userId),
    isSecondFactorAdvised: services.merchant.isSecondFactorAdvised,
    readDeposits: async (userId) => (await services.ledger.totalsOf(userId)).deposited,
  });
}

/** Shipped texts, the platform's store, queues. Creating queues concurrently deadlocks, and the texts are thousands of rows. */
const install = ({ platform, services }: Pick<App, 'platform' | 'services'>, config: Config, parts: AppParts, roles: readonly Role[]) =>
  oneProcessAtATime(config.database.directUrl, async () => {
    if (config.isHighlyAvailable) await requireStandby(platform.db.query);
    await services.translations.installShipped();
    await services.stores.ensurePlatformStore({ ...parts.platformAddresses, ...config.deposits.platformAddresses });
    await platform.jobs.start({ work: roles.includes('worker') });
  });

/** Invoices live for ten minutes at least, deposits for longer: a new one is known long before it is due. The texts of new ones are merged. */
function createSweeps(platform: Platform, { invoices, deposits, chains }: Services): PollingLoop[] {
  const sweeps = createSweepLoops(platform, { invoices, refunds: invoices.refunds, 'refund searches': invoices.refunds.search, deposits });
  platform.notifications.subscribe(CREATED_CHANNEL, () => {
    for (const sweep of sweeps) sweep.wake();
    chains.checkOpen();
  });
  return sweeps;
}

/** In order: no new calls, then no new work, then the connections. */
async function stopAll({ platform, services, server }: Omit<App, 'start' | 'stop'>, sweeps: readonly PollingLoop[]): Promise<void> {
  platform.databaseTime.stop();
  services.alarms.stop();
  await services.realtime.stop();
  await server.close();
  await services.chains.stopWatching();
  await Promise.all(sweeps.map((sweep) => sweep.stop()));
  await services.callbacks.stop();
  await platform.outbox.stop();
  await platform.jobs.stop();
  await platform.notifications.stop();
  await platform.redis?.stop();
  await platform.mailer.close();
  await platform.tracing?.stop();
  await platform.leaseDb.close();
  await platform.db.close();
}

/** The composition root: configuration → platform → services → routes and jobs. Everything is wired here. */
export async function createApp(config: Config, log: Logger, parts: AppParts = {}): Promise<App> {
  await migrateAsOwner(config.database, serverRoot());
  const platform = await createPlatform(config, log, parts);
  await platform.databaseTime.measure();
  const services = createServices(platform, config, parts.networks ?? config.networks);
  const server = await createHttpServer({ ...platform, config });
  addServerTimeHeader(server, () => platform.clocks.business.now());
  logStoreCalls(server, services.stores.callLog);
  const cookies = createAccountCookies(config.secureCookies);
  const authenticate = createAuthenticate(services, cookies);
  const mounted: MountedRoutes = [];
  const { authenticate: authenticateStore } = services.stores;
  const access = createAccessCheck({ ...config, authenticate, authenticateStore, clock: platform.clocks.real });
  const sweeps = createSweeps(platform, services);
  const limits = createLimitCheck(platform.limiter);
  const audit = createAuditCheck(parts.reportUnrecorded ?? ((missing) => log.error(missing)));
  const route = createRouter(server, { origin: createOriginCheck(config.publicUrl), access, limits, audit }, mounted);
  mountModules(route, platform, services, cookies, authenticate);
  mountRealtime(server, { ...services, isForeign: createForeignCheck(config.publicUrl), trustProxy: config.trustProxy });
  parts.extend?.(route, { platform, services, server });
  mountOpenApi(server, mounted, { ...config, version, cookieName: cookies.session.name });
  let healthServer: FastifyInstance | undefined;
  let isStopping = false;
  const readiness = createReadiness(platform, () => isStopping);
  const health = { ...platform, readiness, metricsToken: config.metricsToken, primary: parts.primary };
  mountHealth(server, health);
  await mountWebApp(server, {
    ...config,
    canMail: !platform.mailer.isAbsent,
    folder: join(dirname(serverRoot()), 'web/dist'),
    canServerRender: limits.allows('payment-page'),
    embed: { originsOf: services.links.embedOriginsOf },
    drawing: {
      readView: services.invoices.getPaymentView,
      ...services.translations,
      hasSession: (request) => cookies.session.read(request) !== undefined,
      readMember: async (request) => services.accounts.describeMember(await authenticate(request)),
      onSsrFailed: (err) => {
        platform.metrics.paymentPageSsrFailures.inc();
        log.error({ err }, 'a page could not be rendered');
      },
    },
  });
  return {
    platform,
    services,
    server,
    start: async (roles) => {
      platform.databaseTime.start();
      await platform.notifications.start();
      platform.redis?.start();
      await createOwnedQueues(config.database, platform.jobs);
      await install({ platform, services }, config, parts, roles);
      services.alarms.start(roles);
      if (roles.includes('worker')) platform.outbox.start();
      if (roles.includes('worker')) for (const sweep of sweeps) sweep.start();
      if (roles.includes('worker')) services.callbacks.start();
      if (roles.includes('watcher')) services.chains.startWatching();
      if (roles.includes('api')) services.realtime.start();
      if (roles.includes('api')) await server.listen({ host: config.host, port: config.port });
      else healthServer = await startHealthServer({ ...health, log, host: config.host, port: healthPortOf(config.healthPort, roles) });
    },
    stop: async () => {
      isStopping = true;
      await sleep(config.drainMs);
      await healthServer?.close();
      await stopAll({ platform, services, server }, sweeps);
    },
  };
}
