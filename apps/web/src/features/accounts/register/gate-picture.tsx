import { Card, Skeleton } from '@stablegate/ui';

const FIGURES = ['all', 'month', 'week', 'today'];
const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The dashboard that waits behind the gate, as its outline. Decorative. */
export const GatePicture = () => (
  <div className="gate-picture" aria-hidden="true">
    <Skeleton width="md" />
    <Card className="gate-figures">
      {FIGURES.map((figure) => (
        <div key={figure}>
          <Skeleton width="sm" />
          <Skeleton width="lg" />
        </div>
      ))}
    </Card>
    <Card className="gate-rows">
      {ROWS.map((row) => (
        <Skeleton key={row} width="full" />
      ))}
    </Card>
  </div>
);
