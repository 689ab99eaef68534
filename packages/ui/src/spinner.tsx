import { Loader } from 'lucide-react';
import { classes } from './classes';

export type SpinnerProps = {
  /** Said to screen readers; leave it out when the text beside it already says so. */ label?: string;
  size?: 'sm' | 'md';
};

export function Spinner({ label, size = 'md' }: SpinnerProps) {
  const icon = <Loader className={classes('spin', size === 'sm' ? 'icon-sm' : 'icon')} aria-hidden="true" />;
  if (label === undefined) return icon;
  return (
    <span role="status">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}
