import { API_KEY_OVERLAP_HOURS, type ApiKey, apiKeysApi, type NewApiKey } from '@stablegate/contract';
import { Button, DialogActions, Field, Notice, Select } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';
import { overlapName } from './key-words';

type Overlap = (typeof API_KEY_OVERLAP_HOURS)[number];

export type RollKeyFormProps = { apiKey: ApiKey; onMade: (made: NewApiKey) => void; onClose: () => void };

export function RollKeyForm({ apiKey, onMade, onClose }: RollKeyFormProps) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const [hours, setHours] = useState<Overlap>(24);
  const roll = useMutation({
    mutationFn: () =>
      withRecentSignIn(() => call(apiKeysApi.roll, { params: { id: store.id, keyId: apiKey.id }, body: { keepOldHours: hours } })),
    onSuccess: onMade,
  });
  const choose = (chosen: string) => setHours(API_KEY_OVERLAP_HOURS.find((each) => `${each}` === chosen) ?? hours);
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <p className="text-muted">
        {t('You get a new key with the same name, permissions and addresses. Both work in the meantime, so that you can switch over.')}
      </p>
      <Field label={t('The old key')}>
        {(aria) => (
          <Select<string>
            {...aria}
            value={`${hours}`}
            onChange={choose}
            options={API_KEY_OVERLAP_HOURS.map((each) => ({ value: `${each}`, label: overlapName(t, each) }))}
          />
        )}
      </Field>
      {roll.isError && !isSignInNotConfirmed(roll.error) && (
        <Notice tone="danger" role="alert">
          {errorText(t, roll.error, t('Something went wrong. Please try again.'))}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" busy={roll.isPending} onClick={() => roll.mutate()}>
          {t('Roll key')}
        </Button>
      </DialogActions>
    </div>
  );
}
