import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_BASE } from '@stablegate/contract';
import type { Finding } from './matrix/attack';
import type { Outcome } from './matrix/matrix';
import type { Call } from './target';

const ARGUMENT_CHARS_MAX = 2_000;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A line for a shell that makes the call again, so often at once. A long body is written to a file beside the report. */
export function curlLine(origin: string, { method, path, headers = {}, body }: Call, times: number, bodyFile: string): string {
  const isLong = body !== undefined && body.length > ARGUMENT_CHARS_MAX;
  if (isLong) writeFileSync(bodyFile, body);
  const line = [
    'curl -sS -i -X',
    method,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`].map((each) => (isLong ? `--data-binary @${quoted(bodyFile)}` : each))),
    quoted(origin + API_BASE + path),
  ].join(' ');
  return times > 1 ? `for i in $(seq ${times}); do ${line} & done; wait` : line;
}

const isRefusal = (answer: string): boolean => !/^[23]/.test(answer);

/** On how many routes, what was found, and which answers it got how often. */
export function tellOutcome({ name, routes, answers, findings }: Outcome, seconds: number): string {
  const sorted = [...answers].sort(([, a], [, b]) => b - a);
  const calls = sorted.reduce((sum, [, count]) => sum + count, 0);
  const refused = sorted.filter(([answer]) => isRefusal(answer)).reduce((sum, [, count]) => sum + count, 0);
  const verdict = findings.length === 0 ? 'holds    ' : 'GIVES WAY';
  const where = routes === undefined ? 'scenario' : `${routes} routes`;
  return [
    `${verdict}  ${name}: ${where}, ${calls} calls, ${refused} refused, ${findings.length} findings  (${seconds.toFixed(1)} s)`,
    ...findings.map(({ route, found }) => `           ${route}: ${found}`),
    ...(sorted.length === 0 ? [] : [`           ${sorted.map(([answer, count]) => `${count} × ${answer}`).join(', ')}`]),
  ].join('\n');
}

export function tellFinding({ route, attack, found, call, times = 1 }: Finding, origin: string, number: number, folder: string): string {
  const again = call === undefined ? [] : [`   ${curlLine(origin, call, times, join(folder, `finding-${number}.body`))}`];
  return [`${number}. ${route} (${attack}): ${found}`, ...again].join('\n');
}
