import type { ApiKey } from '@stablegate/contract';
import { Badge, MenuItem } from '@stablegate/ui';
import { Ban, RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import { TimeAgo } from '../../../lib/time/time-ago';
import { RowMenu } from '../row-menu';
import { Addresses } from './addresses-field';
import { scopeName, stateLook } from './key-words';
import { useRevokeKey } from './use-keys';

export type KeyRowProps = { apiKey: ApiKey; onRoll: () => void };

export function KeyRow({ apiKey, onRoll }: KeyRowProps) {
  const { t } = useTranslation();
  const { name, lastFour, scopes, allowedIps, state } = apiKey;
  const { tone, text } = stateLook(t, state);
  const isWorking = state === 'active' || state === 'ending';
  return (
    <li className="key-row" data-ended={!isWorking || undefined}>
      <div className="key-facts">
        <div className="key-name">
          <span className="font-medium">{name}</span>
          <span className="mono text-caption text-muted" dir="ltr">
            sk_sg_••••{lastFour}
          </span>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <div className="dotted text-caption">
          {scopes.map((scope) => (
            <span key={scope}>{scopeName(t, scope)}</span>
          ))}
        </div>
        {allowedIps.length > 0 && <Addresses of={allowedIps} />}
        <KeyTimes apiKey={apiKey} />
      </div>
      {isWorking && <KeyMenu apiKey={apiKey} onRoll={onRoll} />}
    </li>
  );
}

function KeyTimes({ apiKey: { lastUsedAt, expiresAt, state } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const isOver = state === 'expired' || state === 'replaced';
  return (
    <div className="key-times text-caption text-muted">
      <span>
        {lastUsedAt === null ? (
          t('Never used')
        ) : (
          <>
            {t('Last used')} <TimeAgo at={lastUsedAt} />
          </>
        )}
      </span>
      {state !== 'revoked' && (
        <span>
          {expiresAt === null ? (
            t('Does not expire')
          ) : (
            <>
              {isOver ? t('Stopped') : t('Stops')} <TimeAgo at={expiresAt} />
            </>
          )}
        </span>
      )}
    </div>
  );
}

function KeyMenu({ apiKey, onRoll }: KeyRowProps) {
  const { t } = useTranslation();
  const revoke = useRevokeKey(apiKey);
  return (
    <RowMenu name={apiKey.name}>
      {(ask) => (
        <>
          {apiKey.state === 'active' && (
            <MenuItem icon={<RotateCcw className="icon" aria-hidden="true" />} onSelect={ask(onRoll)}>
              {t('Roll')}
            </MenuItem>
          )}
          <MenuItem danger icon={<Ban className="icon" aria-hidden="true" />} disabled={revoke.isBusy} onSelect={ask(revoke.run)}>
            {t('Revoke')}
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}
