import { teamApi } from '@stablegate/contract';
import { Card, Field, Select } from '@stablegate/ui';
import { call } from '../../lib/api/api';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { withRecentSignIn } from '../../lib/session/recent-sign-in';
import { useTeamChange } from './use-team-actions';

const CHOICES = [0, 50, 75, 90, 95, 98, 99, 100] as const;

const wordsFor = (t: TFunction, percent: number): string => {
  if (percent === 0) return t('Any partial payment');
  return percent === 100 ? t('None, only the owner accepts') : t('From {{percent}} of the amount', { percent: `${percent}%` });
};

/** Accepting gives goods away for less than was asked: how much less is the owner's decision. */
export function MemberFloorCard({ percent }: { percent: number }) {
  const { t } = useTranslation();
  const save = useTeamChange(
    (chosen: number) => withRecentSignIn(() => call(teamApi.setFloor, { body: { percent: chosen } })),
    t('The limit was changed.'),
  );
  const offered = [...new Set([...CHOICES, percent])].sort((a, b) => a - b);
  return (
    <Card title={t('Partial payments')} className="team-floor">
      <Field label={t('What members may accept as paid')} hint={t('You yourself may accept any partial payment.')}>
        {(aria) => (
          <Select
            {...aria}
            value={String(save.isPending ? save.variables : percent)}
            disabled={save.isPending}
            onChange={(chosen) => save.mutate(Number.parseInt(chosen, 10))}
            options={offered.map((value) => ({ value: String(value), label: wordsFor(t, value) }))}
          />
        )}
      </Field>
    </Card>
  );
}
