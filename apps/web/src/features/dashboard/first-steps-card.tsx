import { Button } from '@stablegate/ui';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import type { FirstStep } from './first-steps';

/** Opens only its next step, and disappears when the last one is done. */
export default function FirstStepsCard({ steps }: { steps: readonly FirstStep[] }) {
  const { t } = useTranslation();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const progress = t('{{done}} of {{all}}', { done, all: steps.length });
  return (
    <section className="card first-steps">
      <div className="card-head">
        <h2 className="card-title">{t('Get ready to go live')}</h2>
        <span className="num text-caption text-muted">{progress}</span>
      </div>
      <div className="first-steps-bar" aria-hidden="true">
        {steps.map(({ id }, index) => (
          <i key={id} data-on={index < done || undefined} />
        ))}
      </div>
      <ol>
        {steps.map((step) => (
          <Step key={step.id} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { title, text, action, to, isDone }, isNext }: { step: FirstStep; isNext: boolean }) {
  const { t } = useTranslation();
  return (
    <li data-state={isDone ? 'done' : isNext ? 'next' : undefined}>
      <span className="first-steps-mark" aria-hidden="true">
        {isDone && <Check />}
      </span>
      <div className="min-w-0 flex-1">
        {title}
        {isDone && <span className="sr-only"> ({t('done')})</span>}
        {isNext && <span className="block font-regular text-caption text-muted">{text}</span>}
      </div>
      {isNext && (
        <Button asChild size="sm">
          <Link to={to}>{action}</Link>
        </Button>
      )}
    </li>
  );
}
