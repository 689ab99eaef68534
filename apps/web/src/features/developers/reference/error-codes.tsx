import { errorCatalogue } from '@stablegate/contract';
import { useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';

type Known = { status: number; message: string };
const catalogue: Readonly<Record<string, Known>> = errorCatalogue;

/** Where the error codes of each call link to: their texts for users. */
export function ErrorCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const rows = codes.flatMap((code) => {
    const known = catalogue[code];
    return known === undefined ? [] : [{ code, ...known }];
  });
  return (
    <section aria-labelledby="error-codes">
      <h2 className="reference-tag" id="error-codes">
        {t('Error codes')}
      </h2>
      <div className="card">
        <table className="field-table">
          <caption className="sr-only">{t('Error codes')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Code')}</th>
              <th scope="col">{t('Description')}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
              .map(({ code, status, message }) => (
                <tr key={code} id={`error-${code}`} data-current={hash === `#error-${code}` || undefined}>
                  <th scope="row" dir="ltr">
                    <span className="num text-subtle">{status}</span> <code className="mono">{code}</code>
                  </th>
                  <td>
                    <p>{t(message)}</p>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
