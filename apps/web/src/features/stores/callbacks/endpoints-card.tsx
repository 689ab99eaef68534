import { Button, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { ScreenLink } from '../../../lib/screen';
import { IfMay } from '../../../lib/session/if-may';
import { useOwnStore } from '../own-store';
import { EndpointDialog, type EndpointTask } from './endpoint-dialog';
import { EndpointRow } from './endpoint-row';
import { endpointsQuery } from './use-endpoints';

/** Where the store gets its callbacks: the callback_url of each invoice, and addresses that get the events of all of them. */
export function EndpointsCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const endpoints = useQuery(endpointsQuery(store.id));
  const [task, setTask] = useState<EndpointTask>();
  const card = (content: ReactNode) => (
    <section className="card" aria-busy={endpoints.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Callback endpoints')}</h2>
        <IfMay permission="secrets">
          <Button size="sm" icon={<Plus className="icon-sm" aria-hidden="true" />} onClick={() => setTask('add')}>
            {t('Add endpoint')}
          </Button>
        </IfMay>
      </div>
      <p className="endpoints-intro">
        {t('Each endpoint gets the events you choose.')}{' '}
        <ScreenLink to="/events" className="link" otherwise="text">
          {t('All events')}
        </ScreenLink>
      </p>
      {content}
    </section>
  );
  return (
    <>
      <ListView
        list={localList(endpoints, endpoints.data)}
        failure={t('The endpoints could not be loaded')}
        loading={card(<RowSkeleton />)}
        look={(rows) =>
          card(
            <ul>
              {rows.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} onTask={setTask} />
              ))}
            </ul>,
          )
        }
      />
      <EndpointDialog task={task} onClose={() => setTask(undefined)} />
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
