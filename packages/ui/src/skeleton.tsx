import { classes } from './classes';

export type SkeletonWidth = 'xs' | 'sm' | 'md' | 'lg' | 'full';
export type SkeletonProps = { width?: SkeletonWidth; shape?: 'line' | 'badge' | 'square'; className?: string };

/** Reserves the space of the content; visible only after 150 ms, without shimmer. */
export const Skeleton = ({ width = 'full', shape = 'line', className }: SkeletonProps) => (
  <span className={classes('skeleton appear-late', className)} data-width={width} data-shape={shape} aria-hidden="true" />
);
