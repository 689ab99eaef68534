import { Badge, CopyButton } from '@stablegate/ui';
import { Hash, KeyRound, Lock, LockOpen } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { ENGLISH } from '../docs-text';
import { curlOf } from './curl';
import { EndpointLine } from './endpoint-line';
import { FieldTable } from './field-table';
import { OperationAnswers } from './operation-answers';
import type { Caller, Operation } from './reference.model';

export function OperationCard({ operation, baseUrl }: { operation: Operation; baseUrl: string }) {
  const { t } = useTranslation();
  const { search, hash } = useLocation();
  const { id, method, path, summary, parameters, body, bodyTypes, answers } = operation;
  return (
    <article className="card operation" id={id} data-current={hash === `#${id}` || undefined} aria-labelledby={`${id}-name`}>
      <header className="operation-head">
        <div className="operation-line">
          <EndpointLine method={method} path={path} copy={`${baseUrl}${path}`} />
          <div className="operation-tools">
            <CopyButton value={curlOf(operation, baseUrl)} label={t('Copy as curl')} copiedLabel={t('Copied')} text="curl" />
            <Link to={{ search, hash: id }} className="icon-btn" aria-label={t('Link to {{what}}', { what: `${method} ${path}` })}>
              <Hash className="icon-sm" aria-hidden="true" />
            </Link>
          </div>
        </div>
        <h3 id={`${id}-name`} {...ENGLISH}>
          {summary === '' ? `${method} ${path}` : summary}
        </h3>
        <Callers operation={operation} />
      </header>
      {parameters.length > 0 && <FieldTable caption={t('Parameters')} fields={parameters} />}
      {body.length > 0 && <FieldTable caption={`${t('Request body')} · ${bodyTypes.join(', ')}`} fields={body} />}
      <OperationAnswers answers={answers} />
    </article>
  );
}

const icons = { public: LockOpen, sandbox: LockOpen, 'api-key': KeyRound, feed: KeyRound, session: Lock, verified: Lock, admin: Lock };

function Callers({ operation: { caller, needsRecentSignIn } }: { operation: Operation }) {
  const { t } = useTranslation();
  const Icon = icons[caller];
  return (
    <div className="flex flex-wrap gap-2">
      <Badge icon={<Icon aria-hidden="true" />}>{callerText(t, caller)}</Badge>
      {needsRecentSignIn && <Badge>{t('Signed in within the last 15 minutes')}</Badge>}
    </div>
  );
}

function callerText(t: TFunction, caller: Caller): string {
  switch (caller) {
    case 'public':
      return t('Everyone');
    case 'session':
      return t('Signed-in users');
    case 'verified':
      return t('Users with a verified email');
    case 'admin':
      return t('Administrators');
    case 'api-key':
      return t('Merchants, with X-API-KEY');
    case 'feed':
      return t('The bank feed');
    case 'sandbox':
      return t('Everyone, in the sandbox only');
  }
}
