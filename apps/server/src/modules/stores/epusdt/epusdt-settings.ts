import { API_BASE, EPUSDT_PATH, type EpusdtChange, type EpusdtSettings } from '@stablegate/contract';
import { parseMicros } from '@stablegate/rules';
import { AppError, refusedField } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import { lockEnd } from '../pending/pending.domain';
import { newEpusdtToken, openEpusdtToken, sealEpusdtToken } from '../store-secrets';
import type { StoreDeps } from '../stores.deps';
import { findStore, type StoreRecord } from '../stores.queries';
import { findEpusdt, replaceEpusdtToken, saveEpusdt } from './epusdt.queries';
import {
  type EpusdtRate,
  type EpusdtRecord,
  isSameRate,
  NEVER,
  NO_NEXT_RATE,
  nextOf,
  rateAtTime,
  shown,
  type WaitingRate,
} from './epusdt-rate.domain';
import { rateInUse } from './find-epusdt-store';
import { changesOf, recordRate, settleRate } from './rate-changes';
import { readRateAt } from './refresh-rates';

export type EpusdtInput = EpusdtChange;

function pendingOf({ next, nextAt }: WaitingRate): EpusdtSettings['pending'] {
  if (next === null || nextAt === null) return null;
  const { source, rate, rateUrl, ratePath } = next;
  return { source, rate, rateUrl, ratePath, at: nextAt.toISOString() };
}

function toWire(deps: StoreDeps, { merchantId }: StoreRecord, found: EpusdtRecord | undefined): EpusdtSettings {
  const address = `${deps.publicUrl}${API_BASE}/epusdt/${merchantId}`;
  const rate = found ?? { ...NEVER, ...NO_NEXT_RATE };
  return {
    enabled: found?.enabled ?? false,
    address,
    endpoint: `${address}${API_BASE}${EPUSDT_PATH}`,
    token: found === undefined ? null : openEpusdtToken(deps.secrets, found.tokenSealed),
    source: rate.source,
    rate: shown(rate.rateMicros),
    rateUrl: rate.rateUrl,
    ratePath: rate.ratePath,
    currentRate: shown(rateInUse(rate)),
    rateReadAt: rate.foundAt?.toISOString() ?? null,
    pending: pendingOf(rate),
  };
}

async function getStore(tx: Tx | StoreDeps['db']['query'], userId: UserId, storeId: StoreId, lock = false): Promise<StoreRecord> {
  const store = await findStore(tx, userId, storeId, { lock });
  if (store === undefined) throw new AppError('not_found');
  return store;
}

export async function readEpusdt(deps: StoreDeps, userId: UserId, storeId: StoreId): Promise<EpusdtSettings> {
  const store = await getStore(deps.db.query, userId, storeId);
  const found = await findEpusdt(deps.db.query, storeId);
  return toWire(deps, store, found && rateAtTime(found, deps.clocks.business.now()));
}

/** An address is read at once: its owner learns what is wrong with it while they look at it. */
async function rateOf(deps: StoreDeps, input: EpusdtInput): Promise<EpusdtRate> {
  if (input.source === 'usdt') return { ...NEVER, source: 'usdt' };
  const rateMicros = assertDefined(parseMicros(input.rate), 'a rate that was validated');
  if (input.source === 'fixed') return { ...NEVER, rateMicros };
  const source = { source: 'address', rateMicros, rateUrl: input.rateUrl, ratePath: input.ratePath } as const;
  if (deps.http.refusesPort(input.rateUrl)) throw refusedField('callback_port_refused', 'rateUrl');
  const foundMicros = await readRateAt(deps, source);
  if (foundMicros === undefined) throw refusedField('rate_not_readable', 'rateUrl');
  return { ...source, foundMicros, foundAt: deps.clocks.real.now() };
}

/** The first is used at once; a later one waits as addresses do: a thief's would sell for nothing. The current one again cancels what waits. */
export async function changeEpusdt(deps: StoreDeps, author: Author, storeId: StoreId, input: EpusdtInput): Promise<EpusdtSettings> {
  await getStore(deps.db.query, author.userId, storeId); // before a stranger makes us read an address
  const rate = await rateOf(deps, input);
  return deps.db.transaction(async (tx) => {
    const lockHours = await deps.requireAddressLock(tx, author.userId);
    const store = await getStore(tx, author.userId, storeId, true);
    const found = await settleRate(tx, deps, author, store);
    const tokenSealed = found?.tokenSealed ?? sealEpusdtToken(deps.secrets, newEpusdtToken());
    const kept = { storeId, enabled: input.enabled, tokenSealed };
    const nextAt = found === undefined || isSameRate(found, rate) ? null : lockEnd(lockHours, deps.clocks.business.now());
    const record: EpusdtRecord =
      found === undefined || nextAt === null ? { ...rate, ...NO_NEXT_RATE, ...kept } : { ...found, ...kept, next: nextOf(rate), nextAt };
    await saveEpusdt(tx, record, deps.clocks.real.now());
    for (const change of changesOf(found, record)) await recordRate(deps, tx, author, store, change);
    return toWire(deps, store, record);
  });
}

export async function renewEpusdtToken(deps: StoreDeps, author: Author, storeId: StoreId): Promise<string> {
  const token = newEpusdtToken();
  await deps.db.transaction(async (tx) => {
    const store = await getStore(tx, author.userId, storeId, true);
    const found = await findEpusdt(tx, storeId);
    if (found === undefined) throw new AppError('not_found');
    await replaceEpusdtToken(tx, storeId, sealEpusdtToken(deps.secrets, token));
    const change = { before: { epusdtToken: openEpusdtToken(deps.secrets, found.tokenSealed) }, after: { epusdtToken: token } };
    await recordAudit(deps.outbox, tx, author, {
      action: 'epusdt-token.renewed',
      subject: storeId,
      detail: { store: store.name },
      ...change,
    });
  });
  return token;
}
