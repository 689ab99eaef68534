/** Fits into two lines of a phone. */
const SHORT = 60;

/** What a merchant's server answered: the whole of it, folded where it is long. */
export function ResponseText({ text }: { text: string | null }) {
  if (text === null) return null;
  if (text.length <= SHORT)
    return (
      <code className="mono fact-text" dir="ltr">
        {text}
      </code>
    );
  return (
    <details className="response">
      <summary>
        <code className="mono" dir="ltr">
          {text.slice(0, SHORT)}…
        </code>
      </summary>
      <code className="mono" dir="ltr">
        {text}
      </code>
    </details>
  );
}
