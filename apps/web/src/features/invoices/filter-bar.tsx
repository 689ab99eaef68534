import { Button, FilterChip, IconButton, TextInput } from '@stablegate/ui';
import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { chipsOf, searchedBy } from './invoice-filters';
import type { UrlFilters } from './use-invoice-list';

export type FilterBarProps = { url: UrlFilters; isOpen: boolean; onToggle: () => void };

export const ADVANCED_FILTER_ID = 'advanced-filter';

export function FilterBar({ url: { filters, setFilters, clearFilters }, isOpen, onToggle }: FilterBarProps) {
  const { t } = useTranslation();
  const chips = chipsOf(t, filters);
  return (
    <div className="invoices-filters">
      <div className="chips phone-line">
        {chips.map(({ id, name, value, without }) => (
          <FilterChip
            key={id}
            name={name}
            value={value}
            removeLabel={t('Remove filter {{name}}', { name })}
            onRemove={() => setFilters(without)}
          />
        ))}
        <button type="button" className="chip-add" aria-expanded={isOpen} aria-controls={ADVANCED_FILTER_ID} onClick={onToggle}>
          <ListFilter className="icon-sm" aria-hidden="true" />
          {t('Advanced filter')}
        </button>
        {chips.length > 0 && (
          <Button variant="ghost" size="sm" onClick={clearFilters}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      <SearchBox value={filters.transId ?? filters.name ?? ''} onSearch={(text) => setFilters(searchedBy(text))} />
    </div>
  );
}

/** Long enough for a word to be typed before the request. */
const TYPING_MS = 300;

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  // Removing a chip, or Back, empties the box too; while typing, the box is authoritative and the URL follows.
  useEffect(() => setTyped((current) => (current.trim() === value ? current : value)), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the clock
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      type="search"
      className="invoices-search"
      start={<Search className="icon text-subtle" aria-hidden="true" />}
      aria-label={t('Search by transaction ID or name')}
      placeholder={t('Transaction ID or name')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      {...(typed !== '' && {
        end: (
          <IconButton
            label={t('Clear')}
            tooltip={false}
            icon={<X className="icon-sm" aria-hidden="true" />}
            onClick={() => {
              setTyped('');
              onSearch('');
            }}
          />
        ),
      })}
    />
  );
}
