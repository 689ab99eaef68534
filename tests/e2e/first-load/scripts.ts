import type { Page } from '@playwright/test';

/** Until it is opened, no script of the app comes. */
export async function holdScripts(page: Page): Promise<() => void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

export const isHydrated = (page: Page) => page.waitForFunction(() => !('ssr' in document.documentElement.dataset));
