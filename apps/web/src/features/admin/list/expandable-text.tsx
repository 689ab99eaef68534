import { classes } from '@stablegate/ui';
import { useState } from 'react';

export type ExpandableTextProps = {
  value: string | null | undefined;
  /** Characters kept. */
  max: number;
  mono?: boolean;
  /** Shown, and cut, instead of the value: with its long parts shortened. */
  short?: string;
};

export const NOTHING = '–';

/** Cut with an ellipsis; a click shows the whole text and cuts it again. The whole text is the hover title too (specification 2). */
export function ExpandableText({ value, max, mono = false, short = value ?? '' }: ExpandableTextProps) {
  const [isWhole, setWhole] = useState(false);
  if (!value) return <span className="text-subtle">{NOTHING}</span>;
  const look = classes(mono && 'mono');
  const characters = [...short];
  const cut = characters.length <= max ? short : `${characters.slice(0, max).join('')}…`;
  if (cut === value) return <span className={look}>{value}</span>;
  return (
    <button type="button" className={classes('expandable', look)} title={value} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? value : cut}
    </button>
  );
}
