import { isSandbox } from '../../lib/api/runtime-mode';
import type { Screen } from '../../lib/screen';

/** Public, like the calls behind it: new users read their first mail before they can sign in. */
const screens: readonly Screen[] = [{ path: '/sandbox/mailbox', access: 'public', frame: 'shell', load: () => import('./mailbox.screen') }];

export const sandboxScreens = isSandbox() ? screens : [];
