import type { UnmatchedBankTransfer } from '@stablegate/contract';
import { Dialog, Field, Notice, TextArea, TextInput } from '@stablegate/ui';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { AdminTime } from '../list/admin-time';
import { Vnd } from './transfer-reasons';
import { useAssign } from './use-assign';

const REASON_MAX = 500;

export function AssignDialog({ transfer, onClose }: { transfer: UnmatchedBankTransfer | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={transfer !== undefined}
      onOpenChange={onClose}
      title={t('Assign the transfer to a deposit invoice')}
      text={t('The amount is credited to the owner of the invoice. This action is recorded in the audit log.')}
      closeLabel={t('Close')}
      wide
    >
      {transfer !== undefined && <AssignForm transfer={transfer} onClose={onClose} />}
    </Dialog>
  );
}

function AssignForm({ transfer, onClose }: { transfer: UnmatchedBankTransfer; onClose: () => void }) {
  const { t } = useTranslation();
  const { register, submit, formState, setValue, watch } = useAssign(transfer, onClose);
  const { errors, isSubmitting } = formState;
  const chosen = watch('depositId');
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <div className="inbox-transfer">
        <Vnd amount={transfer.amountVnd} />
        <AdminTime at={transfer.receivedAt} />
        <p className="text-muted wrap-anywhere">{transfer.content}</p>
      </div>
      {transfer.resembles && <ResembledNotice resembles={transfer.resembles} />}
      {transfer.candidates.length > 0 && (
        <Candidates transfer={transfer} chosen={chosen} onChoose={(id) => setValue('depositId', id, { shouldValidate: true })} />
      )}
      <Field
        label={t('Deposit invoice ID')}
        hint={
          transfer.candidates.length > 0 ? t('Choose one above or enter another ID.') : t('No matching invoice was found. Enter its ID.')
        }
        error={errors.depositId?.message}
      >
        {(aria) => (
          <TextInput
            {...aria}
            {...register('depositId', { required: t('Please enter the deposit invoice ID.') })}
            className="mono text-caption"
            dir="ltr"
            maxLength={64}
          />
        )}
      </Field>
      <Field label={t('Reason')} error={errors.reason?.message}>
        {(aria) => (
          <TextArea
            {...aria}
            {...register('reason', { validate: (text) => text.trim() !== '' || t('Please enter a reason.') })}
            rows={3}
            maxLength={REASON_MAX}
          />
        )}
      </Field>
      <DialogFoot
        error={errors.root?.message}
        submitLabel={t('Assign and credit')}
        cancelLabel={t('Cancel')}
        isSubmitting={isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}

function ResembledNotice({ resembles }: { resembles: NonNullable<UnmatchedBankTransfer['resembles']> }) {
  const { t } = useTranslation();
  const transfer = `${resembles.provider} ${resembles.transactionId}`;
  return (
    <Notice tone="warning">
      {resembles.depositId === null
        ? t('This may be the transfer {{transfer}}, which waits here too. Assign both only if the bank statement shows both.', { transfer })
        : t('This may be the transfer {{transfer}}, which is already credited. Assign it only if the bank statement shows both.', {
            transfer,
          })}
    </Notice>
  );
}

type CandidatesProps = { transfer: UnmatchedBankTransfer; chosen: string; onChoose: (depositId: string) => void };

/** Deposits named in the text or of exactly this amount. */
function Candidates({ transfer, chosen, onChoose }: CandidatesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="inbox-candidates">
      <legend className="font-medium">{t('Possible deposit invoices')}</legend>
      {transfer.candidates.map(({ depositId, username, reference, amountVnd, createDate }) => (
        <label key={depositId} className="inbox-candidate">
          <input type="radio" name="candidate" value={depositId} checked={chosen === depositId} onChange={() => onChoose(depositId)} />
          <span className="font-medium">{username}</span>
          <span className="mono text-caption text-muted">{reference}</span>
          <Vnd amount={amountVnd} />
          <span className="text-caption">
            <AdminTime at={createDate} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
