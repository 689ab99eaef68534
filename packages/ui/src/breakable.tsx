import { Fragment, type ReactNode } from 'react';

/** A name in one piece where a line has room for it, or else after an underscore or hyphen. A parameter of a path is never broken. */
const whole = (part: string): ReactNode =>
  /[_-]/.test(part) && !part.startsWith('{') ? <span className="inline-block">{joined(part.split(/(?<=_)(?!_)/))}</span> : part;

const joined = (parts: readonly ReactNode[]): ReactNode =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/**
 * A long path, URL or field name goes on in a second line after a slash or the dot of a name, not of a number: broken elsewhere it would
 * read as another one.
 */
export const breakable = (text: string): ReactNode => joined(text.split(/(?<=\/|[a-z]\.)(?![/_.])/i).map(whole));
