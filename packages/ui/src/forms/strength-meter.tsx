import { classes } from '../classes';

/** Four bars for the four points; the colour follows the score. */
const tones = ['danger', 'danger', 'warning', 'success', 'success'] as const;
export const meterTone = (score: number): (typeof tones)[number] => tones[score] ?? 'danger';

export const StrengthMeter = ({ score, label }: { score: number; label: string }) => (
  <div className={classes('meter', `meter-${meterTone(score)}`)} role="img" aria-label={label}>
    {[1, 2, 3, 4].map((point) => (
      <span key={point} data-on={point <= score || undefined} />
    ))}
  </div>
);
