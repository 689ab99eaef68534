import { Card, Skeleton } from '@stablegate/ui';

/** Where a page will stand, while its code is on its way: a heading and a card. What comes within 150 ms shows none of it. */
export const PageSkeleton = () => (
  <div className="grid gap-6" aria-busy="true">
    <Skeleton width="sm" />
    <Card className="appear-late grid gap-4 p-4">
      <Skeleton />
      <Skeleton width="lg" />
      <Skeleton />
      <Skeleton width="md" />
      <Skeleton width="lg" />
    </Card>
  </div>
);
