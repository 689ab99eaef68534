import { expect, test } from '@playwright/test';
import { DEMO_MERCHANT, linkIn, mailTo, signIn, signInAsMerchant, uniqueName } from './people';

const PASSWORD = 'Blue-Kettle-42';

test('invite, accept with a new account, act within the role, be refused beyond it, be removed', async ({ page: owner, browser }) => {
  test.setTimeout(180_000);
  const username = uniqueName();
  const email = `${username}@example.com`;
  await signInAsMerchant(owner);
  await expect(owner.getByRole('button', { name: 'Logout' })).toBeVisible();
  await owner.goto('/team');
  await owner.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await owner.getByRole('dialog').getByLabel('Email').fill(email);
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByText(`The invitation to ${email} is on its way.`)).toBeVisible();

  const context = await browser.newContext();
  const member = await context.newPage();
  const link = linkIn(await mailTo(owner, email, ({ text }) => text.includes('/team/invitation')), '/team/invitation');
  await member.goto(link);
  await expect(member.getByRole('heading', { name: `${DEMO_MERCHANT.username} invites you to their team` })).toBeVisible();
  await member.getByRole('link', { name: 'Sign Up' }).click();
  await member.getByLabel('Username').fill(username);
  await member.getByLabel('Email').fill(email);
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await member.getByLabel('Confirm Password').fill(PASSWORD);
  await member.getByRole('button', { name: 'Sign Up' }).click();
  await expect(member).toHaveURL(/\/login/);
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await member.getByRole('button', { name: 'Sign In', exact: true }).click();
  await member.getByRole('button', { name: 'Join the team' }).click();

  const working = member.getByRole('button', { name: `You work for ${DEMO_MERCHANT.username} as Support` });
  await expect(working).toBeVisible();
  await member.goto('/merchants');
  await expect(member.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
  for (const name of ['Add New Merchant', 'Reset the API key of', 'Delete'])
    await expect(member.getByRole('button', { name })).toHaveCount(0);
  await member.goto('/invoices');
  await expect(member.getByRole('button', { name: 'Create invoice' }).first()).toBeVisible();
  await expect(member.getByRole('button', { name: 'Export' })).toHaveCount(0);
  const refused = await member.request.post('/api/v1/store', { data: { name: 'Not mine' }, headers: { origin: new URL(link).origin } });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'role_forbids']);

  await member.getByRole('button', { name: /^You work for/ }).click();
  await member.getByRole('menuitemradio', { name: `${username} · Owner` }).click();
  await expect(member.getByRole('button', { name: `You work for ${username} as Owner` })).toBeVisible();
  await member.getByRole('button', { name: /^You work for/ }).click();
  await member.getByRole('menuitemradio', { name: `${DEMO_MERCHANT.username} · Support` }).click();
  await expect(working).toBeVisible();

  await owner.reload();
  await owner.getByRole('button', { name: `Remove ${username}` }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText(`${username} is no longer in your team.`)).toBeVisible();
  await member.goto('/invoices');
  await expect(member).toHaveURL(/\/login/);
  await signIn(member, username, PASSWORD);
  await expect(member.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.close();
});
