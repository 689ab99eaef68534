import type { DepositMethod } from '@stablegate/contract';
import { createContext, type Dispatch, type SetStateAction, use } from 'react';
import { METHOD_DEFAULT } from './methods';

/** What a person has entered: it outlives a look at the other tab. The text is written in its language. */
export type Draft = { text: string; language: string; method: DepositMethod };
type DraftState = readonly [Draft, Dispatch<SetStateAction<Draft>>];

export const EMPTY_DRAFT: Draft = { text: '', language: '', method: METHOD_DEFAULT };
export const DraftContext = createContext<DraftState>([EMPTY_DRAFT, () => undefined]);
export const useDraft = (): DraftState => use(DraftContext);
