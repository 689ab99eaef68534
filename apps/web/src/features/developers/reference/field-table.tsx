import { breakable } from '@stablegate/ui';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { ENGLISH } from '../docs-text';
import type { Field, FieldLimit } from './reference.fields';

export type FieldTableProps = {
  /** The table's name for screen readers, and its visible caption where shown. */
  caption: string;
  fields: readonly (Field & { place?: string })[];
  /** A heading above says the same: the caption is for screen readers alone. */
  isHeaded?: boolean;
  /** In responses nothing is required: only optional fields are marked. */
  isAnswer?: boolean;
};

export function FieldTable({ caption, fields, isHeaded = false, isAnswer = false }: FieldTableProps) {
  const { t } = useTranslation();
  return (
    <table className="field-table">
      <caption className={isHeaded ? 'sr-only' : undefined}>{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Description')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={`${field.place ?? ''} ${field.path}`} field={field} isAnswer={isAnswer} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ field, isAnswer }: { field: FieldTableProps['fields'][number]; isAnswer: boolean }) {
  const { t } = useTranslation();
  const { path, place, type, isRequired, note, limits, isEnglish = false } = field;
  return (
    <tr>
      <th scope="row">
        <code className="mono" dir="ltr">
          {breakable(path)}
        </code>
        {!isAnswer && isRequired && <span className="field-must">{t('required')}</span>}
        {isAnswer && !isRequired && <span className="field-may">{t('optional')}</span>}
        {place !== undefined && <span className="field-may">{place}</span>}
      </th>
      <td>
        {/* On a phone the type follows the name in its line, or goes whole to the next one. */}
        <wbr />
        <code className="mono field-type" dir="ltr">
          {type}
        </code>
        {limits.map((limit) => (
          <span key={limit.kind} className="field-limit">
            {limitText(t, limit)}
          </span>
        ))}
        {note !== undefined && <p {...(isEnglish ? ENGLISH : {})}>{note}</p>}
      </td>
    </tr>
  );
}

/** Numbers and signs keep their order on a page that runs from right to left: U+2066 begins a left-to-right part, U+2069 ends it. */
const leftToRight = (text: string): string => `\u2066${text}\u2069`;

function limitText(t: TFunction, { kind, text }: FieldLimit): string {
  switch (kind) {
    case 'length':
      return t('{{span}} characters', { span: leftToRight(text) });
    case 'range':
    case 'format':
      return leftToRight(text);
    case 'entries':
      return t('{{span}} entries', { span: leftToRight(text) });
    case 'default':
      return t('default {{value}}', { value: leftToRight(text) });
  }
}
