import { createContext } from 'react';

/** The language whose marks `<Amount>` uses. */
export const NumberLanguage = createContext('en');
