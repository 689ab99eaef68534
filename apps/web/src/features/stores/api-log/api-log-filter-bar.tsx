import { API_CALL_ROUTES, API_CALL_STATUSES, EPUSDT_TOKEN, MAIN_KEY } from '@stablegate/contract';
import { Field, Select } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import type { FilterChoice } from '../../../lib/lists/active-filters';
import { DayFilters, daysText } from '../../../lib/lists/day-filters';
import { FilterFields } from '../../../lib/lists/filter-fields';
import { keysQuery } from '../keys/use-keys';
import { useOwnStore } from '../own-store';
import type { Filters } from './api-log.queries';
import { keyText, statusText } from './call-words';

const ALL = 'all';
type OnChange = (change: Partial<Filters>) => void;
type Choice = { value: string; label: string };

/** Ended keys stay among them for as long as their calls stay in the log. */
function useKeyChoices(t: TFunction): readonly Choice[] {
  const { store } = useOwnStore();
  const keys = useQuery(keysQuery(store.id)).data ?? [];
  return [
    { value: MAIN_KEY, label: keyText(t, MAIN_KEY, null) },
    ...keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} ••••${lastFour}` })),
    { value: EPUSDT_TOKEN, label: keyText(t, EPUSDT_TOKEN, null) },
  ];
}

type OneOfProps = { label: string; all: string; value: string | undefined; choices: readonly Choice[]; onChange: (value: string) => void };

/** An empty text is everything. */
const OneOf = ({ label, all, value, choices, onChange }: OneOfProps) => (
  <Field label={label}>
    {(aria) => (
      <Select<string>
        {...aria}
        value={value || ALL}
        onChange={(chosen) => onChange(chosen === ALL ? '' : chosen)}
        options={[{ value: ALL, label: all }, ...choices]}
      />
    )}
  </Field>
);

export function ApiLogFilterBar({ filters, onChange, onClear }: { filters: Filters; onChange: OnChange; onClear: () => void }) {
  const { t } = useTranslation();
  const keys = useKeyChoices(t);
  const statuses = API_CALL_STATUSES.map((value) => ({ value, label: statusText(t, value) }));
  const { key, route, status } = filters;
  const days = daysText(t, filters);
  const active: readonly (FilterChoice | false | undefined)[] = [
    !!key && {
      id: 'key',
      name: t('API key'),
      value: keys.find(({ value }) => value === key)?.label ?? key,
      remove: () => onChange({ key: '' }),
    },
    !!route && { id: 'route', name: t('Call'), value: route, remove: () => onChange({ route: '' }) },
    !!status && { id: 'status', name: t('Status'), value: statusText(t, status), remove: () => onChange({ status: '' }) },
    days !== undefined && { id: 'days', name: t('Time'), value: days, remove: () => onChange({ from: undefined, to: undefined }) },
  ];
  return (
    <FilterFields active={active.filter((choice) => !!choice)} onClear={onClear} hasLongTexts>
      <OneOf label={t('API key')} all={t('All keys')} value={key} choices={keys} onChange={(value) => onChange({ key: value })} />
      <OneOf
        label={t('Call')}
        all={t('All calls')}
        value={route}
        choices={API_CALL_ROUTES.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ route: value })}
      />
      <OneOf
        label={t('Status')}
        all={t('All')}
        value={status}
        choices={statuses}
        onChange={(value) => onChange({ status: API_CALL_STATUSES.find((each) => each === value) ?? '' })}
      />
      <DayFilters days={filters} onChange={onChange} />
    </FilterFields>
  );
}
