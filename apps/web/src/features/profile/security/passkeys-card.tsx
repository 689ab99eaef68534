import type { Passkey } from '@stablegate/contract';
import { Badge, Button, IconButton, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { TimeAgo } from '../../../lib/time/time-ago';
import { AddPasskeyDialog } from './add-passkey-dialog';
import { passkeysQuery } from './security.queries';
import { useRemovePasskey } from './use-passkeys';

export function PasskeysCard() {
  const { t } = useTranslation();
  const passkeys = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  const card = (content: ReactNode) => (
    <section className="card" aria-busy={passkeys.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Passkeys')}</h2>
        {passkeys.data !== undefined && (
          <Button size="sm" icon={<Plus className="icon-sm" aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </Button>
        )}
      </div>
      {content}
    </section>
  );
  const none = (
    <p className="setting text-muted">
      {t('Sign in with your fingerprint, face or device PIN instead of a password and a code. A passkey cannot be phished.')}
    </p>
  );
  return (
    <>
      <ListView
        list={localList(passkeys, passkeys.data)}
        failure={t('Your passkeys could not be loaded')}
        loading={card(<PasskeySkeleton />)}
        look={(rows) =>
          card(
            rows.length === 0 ? (
              none
            ) : (
              <ul>
                {rows.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            ),
          )
        }
      />
      <AddPasskeyDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const remove = useRemovePasskey(passkey);
  return (
    <li className="setting">
      <KeyRound className="icon text-subtle" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div className="font-medium break-words">{name}</div>
        <div className="dotted text-caption text-muted">
          <span>
            {t('Created')} <TimeAgo at={createdAt} />
          </span>
          {lastUsedAt === null ? (
            <span>{t('Never used')}</span>
          ) : (
            <span>
              {t('Last used')} <TimeAgo at={lastUsedAt} />
            </span>
          )}
        </div>
      </div>
      {backedUp && <Badge>{t('Synced')}</Badge>}
      <IconButton
        size="md"
        label={t('Remove {{name}}', { name })}
        tooltip={t('Remove')}
        disabled={remove.isBusy}
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => void remove.run()}
      />
    </li>
  );
}

const PasskeySkeleton = () => (
  <div className="setting">
    <div className="grid flex-1 gap-3 py-1">
      <Skeleton width="lg" />
      <Skeleton width="full" />
    </div>
  </div>
);
