import { isSandbox } from '../../lib/api/runtime-mode';
import type { Screen } from '../../lib/screen';

/** Public, as the calls behind it are: whoever registers reads his first mail before he can sign in. */
const screens: readonly Screen[] = [{ path: '/sandbox/mailbox', access: 'public', frame: 'shell', load: () => import('./mailbox.screen') }];

export const sandboxScreens = isSandbox() ? screens : [];
