import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useEventReplay } from '../../../lib/session/event-replay';
import { useLogin } from './use-login';

const FIELDS = ['username', 'password'] as const;
type FieldName = (typeof FIELDS)[number];

const valuesIn = (form: HTMLFormElement): Record<FieldName, string> => {
  const typed = new FormData(form);
  return { username: String(typed.get('username')), password: String(typed.get('password')) };
};

/**
 * Two required fields, without the form library (13 KB gzipped on the most visited page). The inputs keep their values themselves, so that
 * what a password manager writes without an event is sent too. As elsewhere, fields are checked by the first attempt and then on each change.
 */
export function useLoginForm(remember: boolean) {
  const { t } = useTranslation();
  const login = useLogin();
  const [isTried, setTried] = useState(false);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [isSubmitting, setSubmitting] = useState(false);
  const isUnderWay = useRef(false);
  useEventReplay();

  const check = (form: HTMLFormElement): readonly FieldName[] => {
    const values = valuesIn(form);
    const empty = FIELDS.filter((name) => values[name] === '');
    setMissing(empty);
    return empty;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    const [first] = check(form);
    if (first !== undefined) return form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    // A second Enter while the first is under way must not sign in twice.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSubmitting(true);
    await login({ ...valuesIn(form), remember });
    isUnderWay.current = false;
    setSubmitting(false);
  };
  return {
    isSubmitting,
    errors: {
      username: missing.includes('username') && t('Please enter your username.'),
      password: missing.includes('password') && t('Please enter your password.'),
    },
    form: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (isTried) check(event.currentTarget);
      },
    },
  };
}
