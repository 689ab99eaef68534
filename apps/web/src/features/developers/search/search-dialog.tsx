import { Dialog, EmptyState, IconButton, Spinner } from '@stablegate/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, SearchX, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../../lib/lists/load-error';
import { referenceOf } from '../reference/reference.model';
import { referenceQuery } from '../reference/reference.query';
import { loadEntries } from './search.entries';
import { type Found, type FoundKind, find, indexOf } from './search.model';
import './search.css';

export type SearchDialogProps = {
  open: boolean;
  onClose: () => void;
  /** What was typed before the box had the focus. */
  takeTyped: () => string;
};

export default function SearchDialog({ open, onClose, takeTyped }: SearchDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const chosen = useRef<string>(undefined);
  // The page that opens takes the focus, so the dialog returns it first.
  const go = () => {
    const to = chosen.current;
    chosen.current = undefined;
    if (to !== undefined) void navigate(to);
  };
  return (
    <Dialog
      bare
      wide
      className="docs-search"
      open={open}
      onOpenChange={onClose}
      onClosed={go}
      title={t('Search the documentation')}
      closeLabel={t('Close')}
    >
      <Combobox
        onClose={onClose}
        takeTyped={takeTyped}
        onChoose={({ to }) => {
          chosen.current = to;
          onClose();
        }}
      />
    </Dialog>
  );
}

function useIndex() {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  return useQuery({
    queryKey: ['public', 'docs-search', language],
    queryFn: async () => {
      const { select: _select, ...document } = referenceQuery;
      return indexOf(await loadEntries(referenceOf(await client.ensureQueryData(document)), t));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type ComboboxProps = Omit<SearchDialogProps, 'open'> & { onChoose: (found: Found) => void };

function Combobox({ onChoose, onClose, takeTyped }: ComboboxProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const index = useIndex();
  const asked = useDeferredValue(text);
  const groups = useMemo(() => (index.data === undefined ? [] : find(index.data, asked)), [index.data, asked]);
  const all = groups.flatMap(({ found }) => found);
  const active = all[Math.min(place, all.length - 1)];
  const press = (event: KeyboardEvent) => {
    // Enter that completes a syllable of an input method is not meant for the list.
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined && all.length > 0) setPlace((Math.min(place, all.length - 1) + step + all.length) % all.length);
    else if (event.key === 'Enter' && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="docs-search-box">
        <Search className="icon" aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={t('Search the documentation')}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder={t('A call, a field, an error code or a word')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPlace(0);
          }}
          onFocus={() => setText(text || takeTyped())}
          onKeyDown={press}
        />
        <IconButton size="md" label={t('Close')} tooltip={false} icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
      </div>
      {index.isPending && (
        <div className="docs-search-note">
          <Spinner label={t('Loading')} />
        </div>
      )}
      {hasFailed(index) && <LoadError title={t('The data could not be loaded')} read={index} />}
      <Groups listId={listId} groups={groups} active={active} onChoose={onChoose} />
      <div role="status">
        {index.data !== undefined && asked.trim() !== '' && all.length === 0 && (
          <EmptyState
            bare
            icon={<SearchX className="icon-lg" aria-hidden="true" />}
            title={<span className="wrap-anywhere">{t('Nothing found for “{{text}}”', { text: asked.trim() })}</span>}
          />
        )}
      </div>
    </>
  );
}

type GroupsProps = { listId: string; groups: ReturnType<typeof find>; active: Found | undefined; onChoose: (found: Found) => void };

function Groups({ listId, groups, active, onChoose }: GroupsProps) {
  const { t } = useTranslation();
  return (
    <div className="docs-search-found" role="listbox" id={listId} aria-label={t('Search the documentation')}>
      {groups.map(({ kind, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, not fieldsets
        <div key={kind} role="group" aria-label={kindText(t, kind)}>
          <div className="docs-search-kind" aria-hidden="true">
            {kindText(t, kind)}
          </div>
          {found.map((each) => (
            <Option key={each.id} listId={listId} found={each} isActive={each === active} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { listId: string; found: Found; isActive: boolean; onChoose: (found: Found) => void };

/** The focus stays in the box. */
function Option({ listId, found, isActive, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const isCode = found.kind !== 'guide';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard and chooses for it
    // biome-ignore lint/a11y/useFocusableInteractive: it is pointed at with aria-activedescendant
    <div
      ref={row}
      role="option"
      id={`${listId}-${found.id}`}
      aria-selected={isActive}
      className="docs-search-option"
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(found)}
    >
      <span className={isCode ? 'english mono' : 'english'} dir="ltr" lang="en">
        {found.title}
      </span>
      <span className="english text-muted" dir="auto">
        {found.detail}
      </span>
    </div>
  );
}

function kindText(t: TFunction, kind: FoundKind): string {
  switch (kind) {
    case 'call':
      return t('Calls');
    case 'field':
      return t('Fields');
    case 'error':
      return t('Error codes');
    case 'event':
      return t('Callback events');
    case 'guide':
      return t('Guides');
  }
}
