import { breakable, CopyButton } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { MethodBadge } from './method-badge';

export type EndpointLineProps = {
  method: string;
  path: string;
  /** What the button copies, such as the complete URL; without it there is no button. */
  copy?: string;
};

export function EndpointLine({ method, path, copy }: EndpointLineProps) {
  const { t } = useTranslation();
  return (
    <div className="endpoint" dir="ltr">
      <MethodBadge method={method} />
      <code className="mono">{breakable(path)}</code>
      {copy !== undefined && <CopyButton value={copy} label={t('Copy {{what}}', { what: copy })} copiedLabel={t('Copied')} />}
    </div>
  );
}
