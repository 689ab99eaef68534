import { KNOWN_LANGUAGES, type Language, languageAdminApi } from '@stablegate/contract';
import { Button, Dialog, DialogActions, Field, Select, TextInput } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/api/api';
import { Flag } from '../../../lib/i18n/flag';
import { languagesQuery } from '../../../lib/i18n/i18n';
import { useTranslation } from '../../../lib/i18n/texts';
import { useAdminAnnounce } from '../announce';

export type AddLanguageDialogProps = {
  open: boolean;
  /** Languages already offered, which cannot be added twice. */
  taken: readonly Language[];
  onClose: () => void;
  onAdded: (code: string) => void;
};

export function AddLanguageDialog({ open, onClose, ...rest }: AddLanguageDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('Add language')} closeLabel={t('Close')}>
      <LanguageForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

const FLAG = /^[a-z]{2}$/;
const EMPTY = { code: '', name: '', flag: '' };

function useLanguageForm({ onClose, onAdded }: Pick<AddLanguageDialogProps, 'onClose' | 'onAdded'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const [values, setValues] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ code?: string; flag?: string }>({});
  const choose = (code: string) => {
    const known = KNOWN_LANGUAGES.find((language) => language.code === code);
    if (known !== undefined) setValues({ code, name: known.nativeName, flag: known.flag });
    setProblem({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = {
      ...(values.code === '' && { code: t('Please choose a language') }),
      ...(!FLAG.test(values.flag) && { flag: t('Please enter a two-letter country code.') }),
    };
    setProblem(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await call(languageAdminApi.addLanguage, { body: values });
      await client.invalidateQueries({ queryKey: languagesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['admin', 'languages'] });
      onAdded(values.code);
      onClose();
      announce.done(t('The new language was added'));
    } catch (error) {
      announce.failed(error, t('The new language could not be added'));
    } finally {
      setBusy(false);
    }
  };
  const setFlag = (flag: string) => {
    setValues({ ...values, flag: flag.toLowerCase() });
    setProblem({ ...problem, flag: undefined });
  };
  return { values, problem, isBusy, choose, setFlag, submit };
}

function LanguageForm({ taken, onClose, onAdded }: Omit<AddLanguageDialogProps, 'open'>) {
  const { t } = useTranslation();
  const { values, problem, isBusy, choose, setFlag, submit } = useLanguageForm({ onClose, onAdded });
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Language')} error={problem.code}>
        {(aria) => (
          <Select
            {...aria}
            value={values.code === '' ? undefined : values.code}
            onChange={choose}
            placeholder={t('Choose a language')}
            options={KNOWN_LANGUAGES.map(({ code, name, nativeName, flag }) => ({
              value: code,
              label: `${name} · ${nativeName} (${code})`,
              icon: <Flag country={flag} />,
              disabled: taken.some((language) => language.code === code),
            }))}
          />
        )}
      </Field>
      <div className="language-pair">
        <Field label={t('Language code')}>{(aria) => <TextInput {...aria} className="mono" value={values.code} readOnly />}</Field>
        <Field label={t('Language name')}>{(aria) => <TextInput {...aria} value={values.name} readOnly />}</Field>
      </div>
      <Field label={t('Country code of the flag')} hint={t('Two letters, for example vn.')} error={problem.flag}>
        {(aria) => (
          <TextInput
            {...aria}
            className="mono"
            value={values.flag}
            onChange={(event) => setFlag(event.target.value)}
            start={<Flag country={values.flag} />}
            maxLength={2}
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('Save language')}
        </Button>
      </DialogActions>
    </form>
  );
}
