import type { ReactNode } from 'react';

/** The buttons at the end of a dialog, the primary one last: in a row at its end, or as wide as the dialog where no row holds them. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">
    <div className="dialog-buttons">{children}</div>
  </div>
);
