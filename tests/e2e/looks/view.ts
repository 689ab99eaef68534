import type { Page } from '@playwright/test';
import type { Stage, Who } from './stage';

export const LANGUAGES = ['en', 'vi', 'de', 'ar'] as const;
export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [1280, 375] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type Width = (typeof WIDTHS)[number];
export const HEIGHTS: Readonly<Record<Width, number>> = { 1280: 800, 375: 667 };

/** One screen in one state. Names are of this list alone: no text of the product, so that every view opens in every language. */
export type View = {
  readonly screen: string;
  readonly state: string;
  readonly who: Who;
  readonly path: string | ((stage: Stage) => string);
  /** Replaces answers of the server before the page is opened. */
  readonly answers?: (page: Page, stage: Stage) => Promise<unknown>;
  /** What a person does on the open page. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Calls never end here, so nothing settles. */
  readonly isLoading?: boolean;
  /** A dialog, menu or toast: it covers what is visible, not the whole page. */
  readonly isOverlay?: boolean;
  /** Of a page that is longer than a sheet shows: the element to take. */
  readonly part?: string;
  readonly onlyAt?: Width;
};

export const nameOf = ({ screen, state }: View): string => `${screen}, ${state}`;
