import { EmptyState, Spinner } from '@stablegate/ui';
import { SearchX } from 'lucide-react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import type { Command, CommandGroup } from './command.types';
import { CommandOption } from './command-option';
import type { useCommands } from './use-commands';

type Found = ReturnType<typeof useCommands>;

export type CommandListProps = {
  listId: string;
  text: string;
  found: Found;
  active: Command | undefined;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
};

const groupWord = (t: TFunction, group: CommandGroup): string =>
  ({ pages: t('Pages'), stores: t('Merchants'), actions: t('Actions'), invoices: t('Invoices') })[group];

export function CommandList({ listId, text, found, active, onPoint, onChoose }: CommandListProps) {
  const { t } = useTranslation();
  const { sections, invoices } = found;
  const isNothing = sections.length === 0 && !invoices.isSearching && invoices.failed === undefined;
  return (
    <div className="command-found">
      {sections.length > 0 && (
        <div role="listbox" id={listId} className="command-options" aria-label={t('Search or jump to')}>
          {sections.map(({ group, commands }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
            <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
              <div id={`${listId}-${group}`} className="command-group" role="presentation">
                {groupWord(t, group)}
              </div>
              {commands.map((command) => (
                <CommandOption
                  key={command.id}
                  listId={listId}
                  command={command}
                  isActive={command === active}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {invoices.isSearching && (
        <p className="command-wait appear-late">
          <Spinner size="sm" /> {t('Looking for invoices')}
        </p>
      )}
      {isNothing && <Nothing text={text} />}
      <Failures found={found} />
      <Announcement text={text} found={found} />
    </div>
  );
}

function Nothing({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      bare
      icon={<SearchX className="icon-lg" aria-hidden="true" />}
      title={<span className="command-asked">{t('Nothing found for “{{text}}”', { text: text.trim() })}</span>}
      text={t('Try the name of a page or a merchant, or at least three letters of an invoice’s name or transaction ID.')}
    />
  );
}

function Failures({ found: { invoices, stores } }: { found: Found }) {
  const { t } = useTranslation();
  return (
    <div className="command-failures">
      {invoices.failed !== undefined && <LoadError title={t('Your invoices could not be loaded')} read={invoices.failed} />}
      {hasFailed(stores) && <LoadError title={t('Your merchants could not be loaded')} read={stores} />}
    </div>
  );
}

/** Announced once the search has settled. Unsearched commands are not counted. */
function Announcement({ text, found: { sections, invoices } }: { text: string; found: Found }) {
  const { t } = useTranslation();
  const total = sections.reduce((sum, { commands }) => sum + commands.length, 0);
  const isQuiet = text.trim() === '' || invoices.isSearching;
  return (
    <span className="sr-only" role="status">
      {isQuiet ? '' : total === 0 ? t('No results') : t('Results: {{total}}', { total })}
    </span>
  );
}
