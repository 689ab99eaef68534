import { type CallbackEndpoint, DEFAULT_ENDPOINT } from '@stablegate/contract';
import { Badge, MenuItem } from '@stablegate/ui';
import { Pencil, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import { maskSecret } from '../../../lib/mask-secret';
import { useMay } from '../../../lib/session/use-may';
import { CopySecret } from '../copyable';
import { RowMenu } from '../row-menu';
import type { EndpointTask } from './endpoint-dialog';
import { useRemoveEndpoint, useRenewEndpointSecret } from './use-endpoints';

export type EndpointRowProps = { endpoint: CallbackEndpoint; onTask: (task: EndpointTask) => void };

export function EndpointRow({ endpoint, onTask }: EndpointRowProps) {
  const { t } = useTranslation();
  const { id, url, version, events, enabled, secret, secretExposed } = endpoint;
  const maySecrets = useMay('secrets');
  return (
    <li className="key-row" data-ended={!enabled || undefined}>
      <div className="key-facts">
        <div className="key-name">
          {url === null ? (
            <span className="font-medium">{t('Callback URL of each invoice')}</span>
          ) : (
            <span className="mono" dir="ltr">
              {url}
            </span>
          )}
          <Badge tone={version === '1' ? 'neutral' : 'info'}>{version === '1' ? t('Standard format') : t('Format with event type')}</Badge>
          {!enabled && <Badge tone="neutral">{t('Disabled')}</Badge>}
          {secretExposed && <Badge tone="warning">{t('Reset the secret')}</Badge>}
        </div>
        <div className="dotted mono endpoint-events text-caption">
          {events.map((event) => (
            <span key={event}>
              <bdi>{event}</bdi>
            </span>
          ))}
        </div>
        {id !== DEFAULT_ENDPOINT && maySecrets && (
          <div className="key-times text-caption text-muted">
            <span className="mono" dir="ltr">
              {maskSecret(secret)}
            </span>
            <CopySecret value={secret} label={t('Copy callback secret')} copiedText={t('Callback secret copied to clipboard')} />
          </div>
        )}
      </div>
      <EndpointMenu endpoint={endpoint} onTask={onTask} />
    </li>
  );
}

function EndpointMenu({ endpoint, onTask }: EndpointRowProps) {
  const { t } = useTranslation();
  const [maySecrets, mayStores] = [useMay('secrets'), useMay('stores')];
  const remove = useRemoveEndpoint(endpoint);
  const renew = useRenewEndpointSecret(endpoint);
  const isOwn = endpoint.id !== DEFAULT_ENDPOINT;
  if (!maySecrets && !mayStores) return null;
  return (
    <RowMenu name={endpoint.url ?? t('Callback URL of each invoice')}>
      {(ask) => (
        <>
          {mayStores && (
            <MenuItem icon={<Send className="icon" aria-hidden="true" />} onSelect={ask(() => onTask({ example: endpoint }))}>
              {t('Send example')}
            </MenuItem>
          )}
          {maySecrets && (
            <MenuItem icon={<Pencil className="icon" aria-hidden="true" />} onSelect={ask(() => onTask({ change: endpoint }))}>
              {t('Edit')}
            </MenuItem>
          )}
          {maySecrets && isOwn && (
            <MenuItem icon={<RotateCcw className="icon" aria-hidden="true" />} disabled={renew.isBusy} onSelect={ask(renew.run)}>
              {t('Reset')}
            </MenuItem>
          )}
          {maySecrets && isOwn && (
            <MenuItem danger icon={<Trash2 className="icon" aria-hidden="true" />} disabled={remove.isBusy} onSelect={ask(remove.run)}>
              {t('Remove')}
            </MenuItem>
          )}
        </>
      )}
    </RowMenu>
  );
}
