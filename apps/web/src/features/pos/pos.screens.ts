import type { Screen } from '../../lib/screen';

export const posScreens: readonly Screen[] = [{ path: '/pos', access: 'member', frame: 'bare', load: () => import('./pos.screen') }];
