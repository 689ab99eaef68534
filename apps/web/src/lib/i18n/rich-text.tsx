import { Fragment, type ReactNode } from 'react';

const TAG = /<(\w+)>(.*?)<\/\1>/g;

export type RichTextProps = {
  /** A translated sentence such as "Agree to the <terms>Terms</terms>". */
  text: string;
  /** Renderers of the named parts; an unlisted name stays plain text, so a text can never contain its own HTML. */
  parts: Readonly<Record<string, (content: string) => ReactNode>>;
};

export function RichText({ text, parts }: RichTextProps) {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', content = ''] = match;
    nodes.push(text.slice(from, match.index), parts[name]?.(content) ?? content);
    from = match.index + whole.length;
  }
  nodes.push(text.slice(from));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their places
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}
