import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { FieldTable } from './field-table';
import type { Answer } from './reference.model';

export function OperationAnswers({ answers }: { answers: readonly Answer[] }) {
  const { t } = useTranslation();
  const refusals = answers.filter(({ isError }) => isError);
  return (
    <>
      {answers
        .filter(({ isError }) => !isError)
        .map((answer) => (
          <Success key={answer.status} answer={answer} />
        ))}
      {refusals.length > 0 && (
        <dl className="refusals" aria-label={t('Errors')}>
          {refusals.map(({ status, codes }) => (
            <div key={status}>
              <dt className="num">{status}</dt>
              <dd>
                {codes.map((code) => (
                  <CodeLink key={code} code={code} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Success({ answer: { status, type, fields } }: { answer: Answer }) {
  const { t } = useTranslation();
  const title = `${t('Answer')} ${status}`;
  if (fields.length > 0) return <FieldTable caption={type === undefined ? title : `${title} · ${type}`} fields={fields} isAnswer />;
  return (
    <p className="operation-plain">
      {title} <span className="text-muted">{type === undefined ? t('without a body') : type}</span>
    </p>
  );
}

const CodeLink = ({ code }: { code: string }) => (
  <Link to={{ pathname: '/docs/errors', hash: code }} className="error-code mono" dir="ltr">
    {code}
  </Link>
);
