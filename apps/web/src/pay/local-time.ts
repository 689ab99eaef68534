const two = (value: number): string => String(value).padStart(2, '0');

/** hh:mm:ss dd/mm/yyyy as everywhere in the product, in the payer's own time. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  return `${time} ${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`;
}
