/** Advice, not a list of what is done: no ticks. */
export const Tips = ({ tips }: { tips: readonly string[] }) => (
  <ul className="tips">
    {tips.map((tip) => (
      <li key={tip}>{tip}</li>
    ))}
  </ul>
);
