import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/texts';
import { ActiveFilters, type FilterChoice } from './active-filters';
import './filter-fields.css';

export type FilterFieldsProps = {
  children: ReactNode;
  active: readonly FilterChoice[];
  onClear: () => void;
  /** At the end of the line: what is done with the rows that are left. */
  actions?: ReactNode;
  /** Of phones: the first two fields have long texts and take a line each. */
  hasLongTexts?: boolean;
};

/** Above a list: its fields in one line, and below them what narrows it now. */
export function FilterFields({ children, active, onClear, actions, hasLongTexts = false }: FilterFieldsProps) {
  const { t } = useTranslation();
  return (
    <search className="filter-bar" aria-label={t('Filters')}>
      <div className="filter-line">
        <div className="filter-fields" data-long={hasLongTexts || undefined}>
          {children}
        </div>
        {actions}
      </div>
      <ActiveFilters active={active} onClear={onClear} />
    </search>
  );
}
