import type { RouteSpec } from '@stablegate/contract';
import { createAgain } from './again';
import type { Attack } from './attack';
import { CALLER_ATTACKS } from './callers';
import { addresses, createLimits } from './limits';
import { oddTypes } from './odd-types';
import { oversize } from './oversize';

/** Every attack, with every value: minutes. */
export const wholeMatrix = (): readonly Attack[] => [...CALLER_ATTACKS, oversize, addresses, oddTypes(), createAgain(), createLimits()];

/** `npm test` takes three odd values, repeats what makes something, and leaves the limits to the tests of each one. */
const SOME_ODDS = [null, 'a\0b', '\ud800'];
const makesSomething = ({ reply, team }: RouteSpec): boolean => 201 in reply && team !== 'own';
export const shortMatrix = (): readonly Attack[] => [oversize, addresses, oddTypes(SOME_ODDS), createAgain(makesSomething)];
