import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from './classes';

export type CardProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  title?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** Level of the title in the page's outline. */
  titleAs?: 'h2' | 'h3';
};

export function Card({ title, aside, titleAs: Title = 'h2', className, children, ...rest }: CardProps) {
  if (title === undefined) {
    return (
      <div className={classes('card', className)} {...rest}>
        {children}
      </div>
    );
  }
  return (
    <section className={classes('card', className)} {...rest}>
      <div className="card-head">
        <Title className="card-title">{title}</Title>
        {aside}
      </div>
      <div className="card-body">{children}</div>
    </section>
  );
}
