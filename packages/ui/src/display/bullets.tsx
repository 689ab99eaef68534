/** Advice, or what a role may do: no ticks, since nothing of it is done. */
export const Bullets = ({ texts }: { texts: readonly string[] }) => (
  <ul className="bullets">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
