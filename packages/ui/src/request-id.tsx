import { CopyButton } from './display/copy-button';

export type RequestIdProps = { id: string; labels: { request: string; copy: string; copied: string } };

/** The end of a request id, which stays with its copy button: alone on a line the button would belong to nothing. */
const TAIL = 4;

/** What support asks for after a failure. */
export const RequestId = ({ id, labels }: RequestIdProps) => (
  <>
    {labels.request}{' '}
    <span className="mono request-id">
      {id.slice(0, -TAIL)}
      <span className="whitespace-nowrap">
        {id.slice(-TAIL)}
        <CopyButton className="copy-inline" value={id} label={labels.copy} copiedLabel={labels.copied} />
      </span>
    </span>
  </>
);
