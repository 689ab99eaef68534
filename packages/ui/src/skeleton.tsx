import { classes } from './classes';

export type SkeletonWidth = 'xs' | 'sm' | 'md' | 'lg' | 'full';
export type SkeletonProps = { width?: SkeletonWidth; shape?: 'line' | 'badge'; className?: string };

/** Takes the room of what will come; drawn only after 150 ms, without shimmer. */
export const Skeleton = ({ width = 'full', shape = 'line', className }: SkeletonProps) => (
  <span className={classes('skeleton appear-late', className)} data-width={width} data-shape={shape} aria-hidden="true" />
);
