import { sandboxControlsApi } from '@stablegate/contract';
import { Button, Notice, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { refreshDeposits } from '../deposits.queries';
import type { BankDetails } from './open-transfer';

/** Plays the bank, whose feed reports the transfer; from there on it is the production code path. */
export default function SandboxTransfer({ details: { reference, amountVnd } }: { details: BankDetails }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const pay = useMutation({
    mutationFn: () => call(sandboxControlsApi.bankTransfer, { body: { reference, amountVnd } }),
    onSuccess: () => refreshDeposits(client),
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
  });
  return (
    <div className="sandbox-transfer">
      <Notice
        tone="warning"
        title={t('TEST MODE')}
        action={
          <Button size="sm" busy={pay.isPending} onClick={() => pay.mutate()}>
            {t('Simulate the transfer')}
          </Button>
        }
      >
        {t('Sandbox: no real money moves')}
      </Notice>
    </div>
  );
}
