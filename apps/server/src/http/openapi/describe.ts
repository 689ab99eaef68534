import { LIMITS, type Limit, limitsOf, type RouteSpec, TEAM_PERMISSIONS } from '@stablegate/contract';

const CALLERS: Readonly<Record<RouteSpec['access'], string>> = {
  public: 'Everyone may call it.',
  session: 'Needs a signed-in session.',
  verified: 'Needs a signed-in session with a verified email address.',
  admin: 'Administrators only.',
  'api-key': 'Needs an API key of the store in the header `X-API-KEY`.',
  feed: 'Proves itself as its protocol says, without a session.',
  sandbox: 'Exists only where a sandbox runs.',
};

const PERIODS: Readonly<Record<number, string>> = { 60: 'a minute', 300: 'five minutes', 600: 'ten minutes', 3600: 'an hour' };
const limitText = ({ points, seconds, per, counts }: Limit): string =>
  `${points}${counts === undefined ? '' : ` ${counts}`} in ${PERIODS[seconds] ?? `${seconds} seconds`} per ${per}`;

/** Who may call, what they need for it and how often: all from the declaration that the edge enforces. */
export function describeRoute(route: RouteSpec): string {
  const { access, scope, team, stepUp, secondFactor, form, files, method } = route;
  // What a use case counts is not calls: without its own word it would read as if it were.
  const limits = limitsOf(route)
    .map((name): Limit => LIMITS[name])
    .filter(({ inside, counts }) => inside !== true || counts !== undefined)
    .map(limitText);
  const sentences = [
    CALLERS[access],
    scope !== undefined && `An API key with chosen permissions needs \`${scope}\`.`,
    team !== undefined && team !== 'own' && `Members of a team need the permission “${TEAM_PERMISSIONS[team]}”.`,
    stepUp === true && 'The sign-in has to be less than 15 minutes old.',
    stepUp === 'sometimes' && 'For sensitive values the sign-in has to be less than 15 minutes old.',
    secondFactor !== undefined && 'Where the owner requires it, a second factor has to be less than 15 minutes old, too.',
    form === true && 'The body is a form; JSON is accepted too.',
    files !== undefined && 'The answer is a file.',
    method === 'GET' && route.changesState === true && 'It changes something although it is a GET.',
    limits.length > 0 && `At most ${limits.join(', and ')}.`,
  ];
  return sentences.filter((each) => each !== false).join(' ');
}
