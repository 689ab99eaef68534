import { lazy, Suspense, useState } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router';
import type { Screen, ScreenAccess } from '../../lib/screen';
import { Splash } from '../brand';
import { frameLoads } from '../frames/frames';
import { Guard, SessionGate } from '../guards';
import { Part } from './code';
import { ScreenBoundary } from './screen-boundary';

const NotFound = lazy(() => import('../not-found'));

const screenRoute = ({ path, load }: Screen): RouteObject => {
  const element = (
    <ScreenBoundary>
      <Part key={path} load={load} />
    </ScreenBoundary>
  );
  return { path, element };
};

function groupRoute(access: ScreenAccess, frame: Screen['frame'], children: RouteObject[]): RouteObject {
  // A frame shows the splash while its own code loads; inside it, the shell stays while a screen loads.
  const element = <Part key={frame} load={frameLoads[frame]} />;
  // The guard is outside the frame, so that a redirected user never sees a page flash by.
  return { element: <Guard access={access} />, children: [{ element, children }] };
}

const ACCESSES: readonly ScreenAccess[] = ['public', 'guest', 'member', 'admin'];
const FRAMES: readonly Screen['frame'][] = ['shell', 'admin', 'auth', 'payer', 'bare'];

function routesOf(screens: readonly Screen[]): RouteObject[] {
  const groups = ACCESSES.flatMap((access) => FRAMES.map((frame) => ({ access, frame })));
  return groups.flatMap(({ access, frame }) => {
    const inGroup = screens.filter((screen) => screen.access === access && screen.frame === frame);
    return inGroup.length === 0 ? [] : [groupRoute(access, frame, inGroup.map(screenRoute))];
  });
}

const allRoutes = (screens: readonly Screen[]): RouteObject[] => [
  {
    element: <SessionGate />,
    children: [
      ...routesOf(screens),
      { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> }, // as users type it
      groupRoute('member', 'shell', [{ path: '*', element: <NotFound /> }]),
    ],
  },
];

export function AppRoutes({ screens }: { screens: readonly Screen[] }) {
  const [routes] = useState(() => allRoutes(screens));
  const shown = useRoutes(routes);
  return (
    <ScreenBoundary isWholePage>
      <Suspense fallback={<Splash />}>{shown}</Suspense>
    </ScreenBoundary>
  );
}
