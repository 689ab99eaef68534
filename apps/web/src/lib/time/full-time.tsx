import { fullTime } from './local-time';

/** In one direction everywhere: from right to left, day and time would change places. */
export const FullTime = ({ at }: { at: string }) => (
  <time className="num" dateTime={at} dir="ltr">
    {fullTime(new Date(at))}
  </time>
);
