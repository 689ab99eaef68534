import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export type FilterChipProps = {
  name: string;
  value: ReactNode;
  removeLabel: string;
  onRemove: () => void;
};

/** An active filter: name, value, and a button that removes it. */
export const FilterChip = ({ name, value, removeLabel, onRemove }: FilterChipProps) => (
  <span className="chip">
    <span className="chip-name">{name}</span>
    <span className="chip-value num">{value}</span>
    <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
      <X className="icon-sm" aria-hidden="true" />
    </button>
  </span>
);
