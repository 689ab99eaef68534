import { CONTACT_EMAIL_MAX, CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, CONTACT_PHONE_MAX } from '@stablegate/contract';
import { Button, Field, Notice, TextArea, TextInput } from '@stablegate/ui';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n/texts';
import { useContactForm } from './use-contact-form';

export function ContactForm() {
  const { t } = useTranslation();
  const { field, send, errors, control, isSent, isSubmitting } = useContactForm();
  return (
    <form className="card" noValidate onSubmit={(event) => void send(event)}>
      <div className="card-head">
        <h2 className="card-title">{t('Send us a message')}</h2>
      </div>
      <div className="card-body grid grid-cols-1 gap-4">
        <div className="contact-pair">
          <Field label={t('Name')} error={errors.name?.message}>
            {(aria) => <TextInput {...aria} {...field('name')} autoComplete="name" maxLength={CONTACT_NAME_MAX} required />}
          </Field>
          <Field label={t('Email')} error={errors.email?.message}>
            {(aria) => <TextInput {...aria} {...field('email')} type="email" autoComplete="email" maxLength={CONTACT_EMAIL_MAX} required />}
          </Field>
        </div>
        <Field label={t('Phone')} error={errors.phone?.message}>
          {(aria) => <TextInput {...aria} {...field('phone')} type="tel" autoComplete="tel" maxLength={CONTACT_PHONE_MAX} required />}
        </Field>
        <Field label={t('Message')} error={errors.message?.message} aside={<Count control={control} />}>
          {(aria) => <TextArea {...aria} {...field('message')} rows={6} maxLength={CONTACT_MESSAGE_MAX} required />}
        </Field>
        {errors.root && (
          <Notice tone="danger" role="alert">
            {errors.root.message}
          </Notice>
        )}
        {isSent && (
          <Notice tone="success" role="status" title={t('Thank you! Your message has been sent.')}>
            <p className="text-caption text-muted">{t('We reply within 24 hours.')}</p>
          </Notice>
        )}
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={t('Sending...')} disabled={isSent}>
            {t('Send message')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Count({ control }: { control: Control<{ name: string; email: string; phone: string; message: string }> }) {
  const message = useWatch({ control, name: 'message' });
  return (
    <span className="num self-end text-caption font-regular text-subtle" dir="ltr">
      {message.length} / {CONTACT_MESSAGE_MAX}
    </span>
  );
}
