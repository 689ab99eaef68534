/** The ring empties with the time. Decoration beside a text with the same content. */
const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;

export type CountdownRingProps = {
  /** Seconds left. */
  left: number;
  /** Seconds of a full ring. */
  of: number;
};

export const CountdownRing = ({ left, of }: CountdownRingProps) => (
  <svg className="time-ring" viewBox="0 0 16 16" aria-hidden="true">
    <circle className="time-ring-track" cx="8" cy="8" r={RADIUS} />
    <circle className="time-ring-left" cx="8" cy="8" r={RADIUS} strokeDasharray={LENGTH} strokeDashoffset={LENGTH * (1 - left / of)} />
  </svg>
);
