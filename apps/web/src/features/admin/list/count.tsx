import { useTranslation } from 'react-i18next';

export function Count({ value }: { value: number }) {
  const { i18n } = useTranslation();
  return <span className="num">{new Intl.NumberFormat(i18n.language).format(value)}</span>;
}
