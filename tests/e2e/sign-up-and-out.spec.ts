import { expect, test } from '@playwright/test';
import { signInAsMerchant, uniqueName } from './people';

test('a newcomer signs up, signs in, sees the shell, and signs out', async ({ page }) => {
  const username = uniqueName();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await expect(page).toHaveTitle(/Sign In · Stablegate/);
  await page.getByRole('link', { name: 'Sign Up' }).click();

  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('Blue-Kettle-42');
  await page.getByLabel('Confirm Password').fill('Blue-Kettle-4');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  const register = page.getByRole('button', { name: 'Sign Up' });
  await expect(register).toBeDisabled();
  await page.getByLabel('Confirm Password').press('Enter');
  await expect(page.getByRole('alertdialog', { name: "Passwords Don't Match" })).toContainText('Please make sure your passwords match.');
  await page.keyboard.press('Escape');
  await page.getByLabel('Confirm Password').fill('Blue-Kettle-42');
  await expect(page.getByText('Passwords match')).toBeVisible();
  await expect(page.getByText('Strong')).toBeVisible();
  await register.click();
  await expect(page).toHaveURL(/\/login/);

  await expect(page.getByLabel('Username')).toHaveValue(username);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Username').press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill('wrong-password-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login Failed')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Password', { exact: true }).fill('Blue-Kettle-42');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('the demo merchant sees the shell, changes the language, and logs out after a confirmation', async ({ page }) => {
  await signInAsMerchant(page);
  const sidebar = page.getByRole('navigation');
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('demomerchant', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\$[\d,]+\.\d{6}$/).first()).toBeVisible(); // the demo's balance

  await page.getByRole('button', { name: /language/i }).click();
  await page.getByRole('menuitemradio', { name: 'Tiếng Việt' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();

  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Are you sure you want to logout?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('demomerchant', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
