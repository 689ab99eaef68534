import type { Network } from '@stablegate/contract';
import { TruncatedId } from '@stablegate/ui';
import { useCopyToast } from './copy-toast';
import { useTranslation } from './i18n/texts';
import { ExplorerLink } from './networks/network-name';

export function TransactionHash({ network, txHash }: { network: Network; txHash: string }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <span className="copyable">
      <TruncatedId
        value={txHash}
        copyLabel={t('Copy transaction hash')}
        copiedLabel={t('Copied')}
        onCopied={copied.done}
        onFailed={copied.refused}
      />
      <ExplorerLink network={network} what="transaction" id={txHash} />
    </span>
  );
}
