import { Check } from 'lucide-react';

export const Tips = ({ tips }: { tips: readonly string[] }) => (
  <ul className="tips">
    {tips.map((tip) => (
      <li key={tip}>
        <Check className="icon-sm" aria-hidden="true" />
        <span>{tip}</span>
      </li>
    ))}
  </ul>
);
