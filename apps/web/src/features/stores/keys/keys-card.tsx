import { Button, EmptyState, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { useOwnStore } from '../own-store';
import { KeyDialog, type KeyTask } from './key-dialog';
import { KeyRow } from './key-row';
import { keysQuery } from './use-keys';

/** The keys beside the main one. */
export function KeysCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const keys = useQuery(keysQuery(store.id));
  const [task, setTask] = useState<KeyTask>();
  const create = (
    <Button size="sm" icon={<Plus className="icon-sm" aria-hidden="true" />} onClick={() => setTask('create')}>
      {t('Create key')}
    </Button>
  );
  const card = (content: ReactNode) => (
    <section className="card" aria-busy={keys.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Keys with chosen permissions')}</h2>
        {keys.data !== undefined && keys.data.length > 0 && create}
      </div>
      {content}
    </section>
  );
  const nothing = (
    <EmptyState
      bare
      icon={<KeyRound className="icon-lg" aria-hidden="true" />}
      title={t('Only the main key so far')}
      text={t(
        'Give each server its own key, with the permissions it needs, for the addresses it calls from, and valid for as long as you choose.',
      )}
      actions={create}
    />
  );
  return (
    <>
      <ListView
        list={localList(keys, keys.data)}
        failure={t('The keys could not be loaded')}
        loading={card(<RowSkeleton />)}
        look={(rows) =>
          card(
            rows.length === 0 ? (
              nothing
            ) : (
              <ul>
                {rows.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRoll={() => setTask({ roll: key })} />
                ))}
              </ul>
            ),
          )
        }
      />
      <KeyDialog task={task} onClose={() => setTask(undefined)} />
    </>
  );
}

const RowSkeleton = () => (
  <div className="key-row">
    <div className="grid flex-1 gap-3 py-1">
      <Skeleton width="lg" />
      <Skeleton width="full" />
    </div>
  </div>
);
