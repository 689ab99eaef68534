/** Reads from left to right, and stands on the side of the page around it. */
export const ENGLISH = { lang: 'en', dir: 'ltr', className: 'english' } as const;

/** English reference text in which `backticks` are code. */
export const DocsText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
      <code key={index} className="mono" dir="ltr">
        {part}
      </code>
    ),
  );
