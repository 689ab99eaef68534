import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes';
import { Tooltip, type TooltipProps } from '../overlays/tooltip';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** The name for screen readers, shown as tooltip too. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  tooltip?: ReactNode | false;
  tooltipSide?: TooltipProps['side'];
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ label, icon, size = 'sm', tooltip = label, tooltipSide, className, ...rest }: IconButtonProps) {
  const button = (
    <button type="button" aria-label={label} className={classes('icon-btn', size === 'md' && 'icon-btn-md', className)} {...rest}>
      {icon}
    </button>
  );
  if (tooltip === false) return button;
  return (
    <Tooltip text={tooltip} side={tooltipSide}>
      {button}
    </Tooltip>
  );
}
