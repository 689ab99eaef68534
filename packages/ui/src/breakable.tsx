import { Fragment, type ReactNode } from 'react';

/** A long path, URL or field name goes on in a second line after a slash or an underscore: broken elsewhere it would read as another one. */
export const breakable = (text: string): ReactNode =>
  text.split(/(?<=[/_])(?![/_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
