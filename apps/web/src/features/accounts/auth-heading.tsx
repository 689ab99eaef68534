import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title';

/** Title and first sentence of the pages around the sign-in; also the tab's title. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="grid gap-1">
      <h1 className="page-title">{title}</h1>
      {children !== undefined && <p className="text-balance text-muted">{children}</p>}
    </div>
  );
}
