import type { Clocks } from '../../platform/clock';
import type { Db, Queryable, Tx } from '../../platform/db/db';
import type { Notifications } from '../../platform/events/notifications';
import type { Outbox } from '../../platform/events/outbox';
import type { StoreId, UserId } from '../../platform/id-types';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { OutboundHttp } from '../../platform/net/outbound-http';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { SecretBox } from '../../platform/secrets/crypto';
import type { ChainService } from '../chains/chains.service';
import type { WalletRecord } from './address-changes.domain';

/** An address that a wallet releases. */
export type LeavingAddress = Pick<WalletRecord, 'network' | 'address' | 'family' | 'addressKey'>;
export type AddressBook = Pick<
  ChainService,
  | 'networks'
  | 'parseAddress'
  | 'unusableBecause'
  | 'lookUpAddress'
  | 'ownerOf'
  | 'claimAddress'
  | 'watchAddresses'
  | 'unwatchAddresses'
  | 'hasWatch'
  | 'givePlatformClaimUp'
  | 'newChallenge'
  | 'checkProof'
  | 'acceptProof'
  | 'markBusy'
  | 'marksOf'
>;
export type StoreServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly secrets: SecretBox;
  readonly log: Logger;
  readonly outbox: Outbox;
  readonly notifications: Notifications;
  readonly addresses: AddressBook;
  readonly limiter: RateLimiter;
  /** For rates that are read from an address the merchant gave. */
  readonly http: OutboundHttp;
  readonly publicUrl: string;
  readonly metrics: Metrics;
  /** Of whole days in filters. */
  readonly timeZone: string;
  /** Merchant ids of the stores that Epusdt's own path serves. */
  readonly epusdtStores: readonly string[];
  /** How many hours a change of the user's addresses waits; throws while they are frozen. */
  readonly requireAddressLock: (tx: Tx, userId: UserId) => Promise<number>;
  /** Before a wallet releases an address, in the same transaction: open invoices keep watching it. */
  readonly keepAddressWatched: (tx: Tx, address: LeavingAddress) => Promise<void>;
  /** Endpoints of callbacks whose own secrets a thief may have read. */
  readonly findExposedEndpoints: (tx: Queryable, userId: UserId, storeIds: readonly StoreId[]) => Promise<{ readonly storeId: StoreId }[]>;
  /** Those of a user that nobody has begun to pay there. */
  readonly cancelInvoicesAt: (tx: Tx, userId: UserId, addresses: readonly LeavingAddress[]) => Promise<void>;
};
export type StoreDeps = Omit<StoreServiceDeps, 'notifications'> & {
  /** Every process drops its cached keys. */
  readonly announceChange: () => void;
};
