import { INVITED_ROLES, type InvitedRole, TEAM_ROLE_LABELS, teamApi } from '@stablegate/contract';
import { Dialog, Field, Select, TextInput, toast } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText, fieldText } from '../../lib/api/error-text';
import { DialogFoot } from '../../lib/dialog-foot';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';
import { roleHint } from './role-matrix';
import { teamQuery } from './team.queries';

type Values = { email: string; role: InvitedRole };

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('Invite somebody')}
      text={t('They get an email with a link that works for 7 days.')}
      closeLabel={t('Close')}
    >
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function useInviteForm(onClose: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { email: '', role: 'support' } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    if (isSubmitting) return;
    try {
      await withRecentSignIn(() => call(teamApi.invite, { body }));
      await client.invalidateQueries({ queryKey: teamQuery.queryKey });
      onClose();
      toast.success(t('The invitation to {{email}} is on its way.', { email: body.email }));
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const problem = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'email') : undefined;
      if (problem !== undefined) return form.setError('email', { message: fieldText(t, problem.message) }, { shouldFocus: true });
      form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  return { ...form, submit, isSubmitting };
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { register, control, watch, formState, submit, isSubmitting } = useInviteForm(onClose);
  const { errors } = formState;
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Email')} error={errors.email?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('email', { required: t('Please enter an email address.') })}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            required
          />
        )}
      </Field>
      <Field label={t('Role')} hint={roleHint(t, watch('role'))}>
        {(aria) => (
          <Controller
            control={control}
            name="role"
            render={({ field }) => (
              <Select<InvitedRole>
                {...aria}
                value={field.value}
                onChange={field.onChange}
                options={INVITED_ROLES.map((value) => ({ value, label: t(TEAM_ROLE_LABELS[value]) }))}
              />
            )}
          />
        )}
      </Field>
      <DialogFoot error={errors.root?.message} submitLabel={t('Send invitation')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}
