import { API_BASE } from '@stablegate/contract';
import { Button, EmptyState } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Download, FileJson2, SearchX } from 'lucide-react';
import { hasFailed, LoadError } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { DocsHead } from '../docs-head';
import { OperationCard } from './operation-card';
import { filterGroups, type Group, type Reference } from './reference.model';
import { referenceQuery } from './reference.query';
import { ReferenceContents } from './reference-contents';
import { ReferenceFilter, useReferenceFilter } from './reference-filter';
import { ReferenceSkeleton } from './reference-skeleton';
import { useAnchorOnArrival } from './use-anchor';
import '../developers.css';
import './reference.css';
import { useTranslation } from '../../../lib/i18n/texts';

export default function ReferenceScreen() {
  const { t } = useTranslation();
  usePageTitle(t('API reference'));
  const reference = useQuery(referenceQuery);
  return (
    <>
      <DocsHead
        title={t('API reference')}
        summary={t('Every call of this gateway, from the same definition that validates the requests.')}
        links={['guides', 'errors']}
      >
        <Button asChild>
          <a href={OPENAPI_URL} target="_blank" rel="noopener">
            <FileJson2 className="icon" aria-hidden="true" />
            OpenAPI
          </a>
        </Button>
        {COLLECTIONS.map(({ program, file }) => (
          <Button key={file} asChild>
            <a href={`${API_BASE}/${file}`} download={`stablegate.${file}`}>
              <Download className="icon" aria-hidden="true" />
              {program}
            </a>
          </Button>
        ))}
      </DocsHead>
      {reference.data !== undefined && <Calls reference={reference.data} />}
      {reference.isPending && <ReferenceSkeleton />}
      {hasFailed(reference) && <LoadError title={t('The API reference could not be loaded')} read={reference} />}
    </>
  );
}

const OPENAPI_URL = `${API_BASE}/openapi.json`;
/** The merchant API, to import. */
const COLLECTIONS = [
  { program: 'Postman', file: 'collection.postman.json' },
  { program: 'Bruno', file: 'collection.bruno.json' },
] as const;

function Calls({ reference }: { reference: Reference }) {
  const filter = useReferenceFilter();
  const groups = filterGroups(reference.groups, filter.query);
  useAnchorOnArrival();
  return (
    <div className="reference">
      <div className="reference-side">
        <ReferenceFilter {...filter} found={groups.reduce((sum, { operations }) => sum + operations.length, 0)} />
        <ReferenceContents groups={groups} />
      </div>
      <div className="reference-calls">
        {groups.map((group) => (
          <GroupSection key={group.id} group={group} baseUrl={reference.baseUrl} />
        ))}
        {groups.length === 0 && <NoMatches onClear={() => filter.setQuery('')} />}
      </div>
    </div>
  );
}

const GroupSection = ({ group: { id, tag, operations }, baseUrl }: { group: Group; baseUrl: string }) => (
  <section aria-labelledby={id}>
    <h2 className="reference-tag" id={id} lang="en">
      {tag}
    </h2>
    {operations.map((operation) => (
      <OperationCard key={operation.id} operation={operation} baseUrl={baseUrl} />
    ))}
  </section>
);

function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={t('No calls found')}
      text={t('Try another word: a path, a field or an error code.')}
      actions={
        <Button size="sm" onClick={onClear}>
          {t('Clear search')}
        </Button>
      }
    />
  );
}
