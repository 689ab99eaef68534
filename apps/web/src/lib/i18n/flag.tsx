import { Globe } from 'lucide-react';

const COUNTRY = /^[a-z]{2}$/;

/** The flag of a country code, from our own files; decorative, since the language's name is beside it or in the label. */
export function Flag({ country }: { country: string | undefined }) {
  const code = country?.toLowerCase() ?? '';
  if (!COUNTRY.test(code)) return <Globe className="icon" aria-hidden="true" />;
  return <img className="flag" src={`/flags/${code}.svg`} alt="" width={18} height={13} />;
}
