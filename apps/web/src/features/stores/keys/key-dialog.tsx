import type { ApiKey, NewApiKey } from '@stablegate/contract';
import { Button, Dialog, DialogActions, Field, Notice, TextInput } from '@stablegate/ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { CopySecret } from '../copyable';
import { NewKeyForm } from './new-key-form';
import { RollKeyForm } from './roll-key-form';
import { useRefreshKeys } from './use-keys';

export type KeyTask = 'create' | { roll: ApiKey };

export type KeyDialogProps = { task: KeyTask | undefined; onClose: () => void };

/** Asks, then shows the new key in the same place: it cannot be read again. */
export function KeyDialog({ task, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewApiKey>();
  const refresh = useRefreshKeys();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const show = (key: NewApiKey) => {
    setMade(key);
    void refresh();
  };
  const title =
    made !== undefined
      ? t('Save your new key now')
      : task === undefined || task === 'create'
        ? t('Create an API key')
        : t('Roll the key {{name}}', { name: task.roll.name });
  return (
    <Dialog open={task !== undefined} onOpenChange={close} title={title} closeLabel={t('Close')} locked={made !== undefined}>
      {made !== undefined ? (
        <SecretOnce made={made} onSaved={close} />
      ) : task === 'create' ? (
        <NewKeyForm onMade={show} onClose={close} />
      ) : (
        task !== undefined && <RollKeyForm apiKey={task.roll} onMade={show} onClose={close} />
      )}
    </Dialog>
  );
}

function SecretOnce({ made, onSaved }: { made: NewApiKey; onSaved: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <Notice tone="warning">{t('This is the only time it is shown. If it gets lost, roll the key.')}</Notice>
      <Field label={made.name}>
        {(aria) => (
          <div className="secret-line">
            <TextInput
              {...aria}
              readOnly
              dir="ltr"
              value={made.apiKey}
              onFocus={(event) => event.target.select()}
              end={<CopySecret value={made.apiKey} label={t('Copy API key')} copiedText={t('API Key copied to clipboard')} />}
            />
          </div>
        )}
      </Field>
      <DialogActions>
        <Button variant="primary" onClick={onSaved}>
          {t('I have saved it')}
        </Button>
      </DialogActions>
    </div>
  );
}
