import { Skeleton } from '@stablegate/ui';

/** The store switcher while its code and the stores are on the way. */
export const SwitcherSkeleton = () => (
  <span className="store-switch" aria-busy="true">
    <Skeleton width="lg" />
  </span>
);
