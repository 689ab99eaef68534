import type { EmbedSettings } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import type { StoreId, UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import type { StoreDeps } from '../stores.deps';
import { findEmbed, saveEmbedOrigins } from './embed-origins.queries';

export async function readEmbed({ db }: StoreDeps, userId: UserId, storeId: StoreId): Promise<EmbedSettings> {
  const found = await findEmbed(db.query, userId, storeId);
  if (found === undefined) throw new AppError('not_found');
  return { origins: [...found.origins] };
}

export async function changeEmbed(deps: StoreDeps, author: Author, storeId: StoreId, { origins }: EmbedSettings): Promise<EmbedSettings> {
  await deps.db.transaction(async (tx) => {
    const store = await findEmbed(tx, author.userId, storeId, true);
    if (store === undefined) throw new AppError('not_found');
    const [before, after] = [store.origins.join(', '), origins.join(', ')];
    if (before === after) return noteNothingChanged(); // no mail about nothing
    await saveEmbedOrigins(tx, storeId, origins);
    await recordAudit(deps.outbox, tx, author, {
      action: 'embed-origins.changed',
      subject: storeId,
      detail: { store: store.name },
      before: { websites: before },
      after: { websites: after },
    });
  });
  return { origins };
}
