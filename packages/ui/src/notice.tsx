import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';

export type NoticeTone = 'plain' | 'info' | 'success' | 'warning' | 'danger';
const icons = { plain: Info, info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Announces it when it appears. */
  role?: 'status' | 'alert';
};

export function Notice({ tone = 'plain', title, children, action, role }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={classes('notice', tone !== 'plain' && `notice-${tone}`)} role={role}>
      <Icon className="icon" aria-hidden="true" />
      <div className="notice-body">
        {title !== undefined && <div className="card-title">{title}</div>}
        {children}
      </div>
      {action}
    </div>
  );
}
