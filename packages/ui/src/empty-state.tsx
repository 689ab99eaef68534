import type { ReactNode } from 'react';
import { classes } from './classes';

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** "Nothing yet" offers the first action, "no matches" offers to clear the filters. */
  actions?: ReactNode;
  /** Without a frame, for use inside a card or a table. */
  bare?: boolean;
};

export const EmptyState = ({ icon, title, text, actions, bare = false }: EmptyStateProps) => (
  <div className={classes('empty', !bare && 'card')}>
    {icon}
    <div className="card-title">{title}</div>
    {text !== undefined && <p className="dialog-text">{text}</p>}
    {actions !== undefined && <div className="empty-actions">{actions}</div>}
  </div>
);
