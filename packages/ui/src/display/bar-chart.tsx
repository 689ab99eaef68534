import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { classes } from '../classes';
import { gridValues, labelledIndexes, movedIndex } from './bar-chart.scale';

export type Bar = {
  key: string;
  /** Height only; `tip` has the text. */
  value: number;
  /** Under the bar, where labels are shown. */
  label: string;
  tip: ReactNode;
  /** Not over yet, such as today: drawn lighter. */
  isOpen?: boolean;
};

export type BarChartProps = {
  /** Description for screen readers. */
  label: string;
  bars: readonly Bar[];
  /** Formats the numbers at the grid. */
  gridLabel: (value: number) => string;
  /** Explains the arrow keys to screen readers. */
  hint: string;
  labelEvery?: number;
  /** The same figures as a table; visually hidden unless `isTable`. */
  table: ReactNode;
  isTable?: boolean;
};

const SIDE = 100;
/** The bar's share of its slot; the rest is the gap. */
const BAR_PART = 0.68;

/** Flat bars over four hairlines. Pointer, touch and arrow keys show a bar's figures; the table has all of them. */
export function BarChart({ label, bars, gridLabel, hint, labelEvery = 7, table, isTable = false }: BarChartProps) {
  const grid = gridValues(bars.map(({ value }) => value));
  const top = grid.at(-1) ?? 1;
  return (
    <figure className="chart" aria-label={label}>
      {!isTable && (
        <div aria-hidden={bars.length === 0 || undefined}>
          <div className="chart-frame">
            {grid.map((value) => (
              <div key={value} className="chart-line" style={{ insetBlockEnd: `${(value / top) * SIDE}%` }}>
                <span>{gridLabel(value)}</span>
              </div>
            ))}
            <Plot bars={bars} top={top} label={label} hint={hint} />
          </div>
          <Labels bars={bars} every={labelEvery} />
        </div>
      )}
      <div className={classes(isTable ? 'chart-table' : 'sr-only')}>{table}</div>
    </figure>
  );
}

function Plot({ bars, top, label, hint }: { bars: readonly Bar[]; top: number; label: string; hint: string }) {
  const [active, setActive] = useState<number>();
  const hintId = useId();
  const slot = SIDE / Math.max(1, bars.length);
  const shown = active === undefined ? undefined : bars[active];
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl';
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, right, width } = currentTarget.getBoundingClientRect();
    const along = isRtl(currentTarget) ? right - clientX : clientX - left;
    setActive(Math.min(bars.length - 1, Math.max(0, Math.floor((along / width) * bars.length))));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setActive(undefined);
    const next = movedIndex(event.key, active, bars.length, isRtl(event.currentTarget));
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's; this groups the bars of a picture
    <div
      className="chart-plot"
      role="group"
      aria-label={label}
      aria-describedby={hintId}
      // The arrow keys walk along the bars, where there are some.
      tabIndex={bars.length === 0 ? undefined : 0}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setActive(undefined)}
      onBlur={() => setActive(undefined)}
      onKeyDown={press}
    >
      <span id={hintId} className="sr-only">
        {hint}
      </span>
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, value, isOpen }, index) => (
          <rect
            key={key}
            className={classes('chart-bar', isOpen && 'chart-bar-open', index === active && 'chart-bar-active')}
            x={index * slot + (slot * (1 - BAR_PART)) / 2}
            y={SIDE - (value / top) * SIDE}
            width={slot * BAR_PART}
            height={(value / top) * SIDE}
          />
        ))}
      </svg>
      <div role="status">
        {shown !== undefined && active !== undefined && (
          <div
            className="chart-tip"
            data-side={active < bars.length / 2 ? 'after' : 'before'}
            style={
              active < bars.length / 2 ? { insetInlineStart: `${(active + 1) * slot}%` } : { insetInlineEnd: `${SIDE - active * slot}%` }
            }
          >
            {shown.tip}
          </div>
        )}
      </div>
    </div>
  );
}

function Labels({ bars, every }: { bars: readonly Bar[]; every: number }) {
  const slot = SIDE / Math.max(1, bars.length);
  return (
    <div className="chart-labels num" aria-hidden="true">
      {labelledIndexes(bars.length, every).map((index) => {
        const isLast = index === bars.length - 1;
        return (
          // The last one is aligned with the chart's end, so that it never sticks out.
          <span key={index} data-last={isLast || undefined} style={isLast ? undefined : { insetInlineStart: `${(index + 0.5) * slot}%` }}>
            {bars[index]?.label}
          </span>
        );
      })}
    </div>
  );
}
