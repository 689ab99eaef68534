import { KEY_LENGTH_MAX, MISSING_KEYS_MAX, type RouteReply, translationsApi } from '@stablegate/contract';
import { Button, Field, TextArea } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { useAdminAnnounce } from '../announce';
import { keysOf } from './translation-text';

type Added = RouteReply<typeof translationsApi.addMissing>;

export function NewKeysCard() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const keys = keysOf(text);
  const tooLong = keys.find((key) => key.length > KEY_LENGTH_MAX);
  const add = async () => {
    if (keys.length === 0) return announce.warn(t('Please enter at least 1 key'));
    if (tooLong !== undefined) return;
    setBusy(true);
    try {
      let added = 0;
      for (let at = 0; at < keys.length; at += MISSING_KEYS_MAX) {
        const part = keys.slice(at, at + MISSING_KEYS_MAX);
        const answer: Partial<Added> | undefined = await call(translationsApi.addMissing, { body: part });
        added += answer?.added ?? part.length; // the specification shows no answer: one without a number is a plain yes
      }
      const known = keys.length - added;
      setText('');
      if (added === 0) announce.note(t('No new keys'), t('All of them exist already.'));
      else announce.done(t('The new keys were added'), known > 0 ? t('Already there: {{known}}', { known }) : undefined);
      await client.invalidateQueries({ queryKey: ['admin', 'languages'] });
    } catch (error) {
      announce.failed(error, t('The key could not be added'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card new-keys">
      <Field
        label={t('New keys')}
        hint={t('One key per line')}
        error={
          tooLong !== undefined && t('Key longer than {{max}} characters: {{key}}…', { max: KEY_LENGTH_MAX, key: tooLong.slice(0, 20) })
        }
      >
        {(aria) => (
          <TextArea
            {...aria}
            className="mono"
            lang="en"
            dir="ltr"
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
          />
        )}
      </Field>
      <Button block busy={isBusy} onClick={() => void add()}>
        {t('Add & translate keys')}
      </Button>
    </section>
  );
}
