import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type AdminData, makeAdminData, makeLostTransfer, signInByCall } from './admin-data';
import { isRendered } from './people';

const PATHS = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/stores',
  '/admin/deposit-invoices',
  '/admin/transaction_log',
  '/admin/invoice',
  '/admin/language',
  '/admin/unmatched-bank-transfers',
];
const CALLS = [
  '/admin/users',
  '/admin/user-statistics',
  '/admin/stores',
  '/admin/deposit-invoices',
  '/admin/transaction-logs',
  '/admin/invoices',
  '/admin/health',
  '/admin/audit-log',
  '/admin/unmatched-bank-transfers',
  '/dashboard/revenue',
  '/auth/translations/list?lang=vi',
];
/** The back office counts its days in the business time zone. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date());
const LONG_AGO = '2001-02-03';

const filterForm = (page: Page) => page.getByRole('form', { name: 'Bộ lọc' });

async function setFilter(page: Page, label: string, value: string): Promise<void> {
  const field = filterForm(page).getByLabel(label, { exact: true });
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
  else await field.fill(value);
  await filterForm(page).getByRole('button', { name: 'Lọc', exact: true }).click();
}

type FilterCase = { label: string; fits: string; not: string };

/** Each filter alone: a matching value keeps the row, another removes it, and the URL follows without history. */
async function expectFilters(page: Page, row: string, cases: readonly FilterCase[]): Promise<void> {
  const shown = page.getByRole('row').filter({ hasText: row }).first();
  await expect(shown).toBeVisible();
  const before = await page.evaluate(() => window.history.length);
  for (const { label, fits, not } of cases) {
    await setFilter(page, label, not);
    await expect(shown, `${label}: ${not}`).toBeHidden();
    await setFilter(page, label, fits);
    await expect(shown, `${label}: ${fits}`).toBeVisible();
    expect(new URL(page.url()).search, label).not.toBe('');
    await setFilter(page, label, '');
    await expect.poll(() => new URL(page.url()).search, label).toBe('');
  }
  expect(await page.evaluate(() => window.history.length)).toBe(before);
}

test.describe('lists of the back office', () => {
  let data: AdminData;
  test.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    data = await makeAdminData(context.request);
    await context.close();
  });
  test.beforeEach(({ page }) => signInByCall(page.request, 'demoadmin'));

  test('users: cards, every filter, page sizes', async ({ page }) => {
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Quản lý người dùng' })).toBeVisible();
    await expect(page.getByText('Tổng thành viên')).toBeVisible();
    await expect(page.getByText(/Tháng này \(\d+\)/)).toBeVisible();
    await expectFilters(page, data.username, [
      { label: 'Tên đăng nhập', fits: data.username, not: 'nobodyhasthisname' },
      { label: 'Vai trò', fits: 'USER', not: 'ADMIN' },
      { label: 'Đăng ký từ', fits: today, not: '2099-01-01' },
      { label: 'Đăng ký từ … đến', fits: '2099-01-01', not: LONG_AGO },
    ]);
    await setFilter(page, 'Địa chỉ IP', '203.0.113.9');
    await expect(page.getByText('Không có kết quả phù hợp')).toBeVisible();
    await page.getByRole('button', { name: 'Xóa bộ lọc' }).first().click();
    await expect(page.getByRole('row').filter({ hasText: data.username })).toBeVisible();
    await page.getByRole('combobox', { name: 'Số dòng mỗi trang' }).click();
    await page.getByRole('option', { name: '50 / trang' }).click();
    await expect(page).toHaveURL(/size=50/);
  });

  test('stores', async ({ page }) => {
    await page.goto('/admin/stores');
    await expect(page.getByRole('heading', { level: 1, name: 'Danh sách Merchant' })).toBeVisible();
    await expectFilters(page, data.storeName, [
      { label: 'Mã cửa hàng', fits: data.store.merchantId, not: 'nosuchmerchant' },
      { label: 'Tên cửa hàng', fits: data.storeName, not: 'No such shop anywhere' },
      { label: 'Chủ sở hữu', fits: 'demomerchant', not: 'demoadmin' },
    ]);
  });

  test('deposit invoices', async ({ page }) => {
    await page.goto('/admin/deposit-invoices');
    await expect(page.getByRole('region', { name: 'Thống kê nạp tiền' }).getByRole('definition')).toHaveCount(4);
    await expectFilters(page, `${data.deposited},00 $`, [
      { label: 'Tên đăng nhập', fits: 'demomerchant', not: 'demoadmin' },
      { label: 'Phương thức', fits: 'vietnam-bank', not: 'usdt-auto-none' },
      { label: 'Trạng thái', fits: 'SUCCESS', not: 'CANCELED' },
    ]);
  });

  test('transaction log, with filters from the URL', async ({ page }) => {
    await page.goto('/admin/transaction_log?username=demomerchant&type=top-up');
    await expect(page.getByRole('heading', { level: 1, name: 'Lịch sử Giao dịch' })).toBeVisible();
    await expect(filterForm(page).getByLabel('Tên đăng nhập')).toHaveValue('demomerchant');
    await expect(filterForm(page).getByLabel('Loại giao dịch')).toHaveValue('top-up');
    await expect(page.getByRole('row').filter({ hasText: 'demomerchant' }).first()).toBeVisible();
    await page.goto('/admin/transaction_log');
    await expectFilters(page, `${data.deposited},000000 $`, [
      { label: 'Tên đăng nhập', fits: 'demomerchant', not: 'demoadmin' },
      { label: 'Ghi chú', fits: 'Bank top-up', not: 'Invoice fee' },
      { label: 'Từ ngày', fits: today, not: '2099-01-01' },
      { label: 'Từ ngày … đến', fits: '2099-01-01', not: LONG_AGO },
      { label: 'Loại giao dịch', fits: 'top-up', not: 'deduct' },
    ]);
  });

  test('payment invoices: 21 columns, every filter, expandable texts, clear', async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto('/admin/invoice');
    const row = page.getByRole('row').filter({ hasText: data.order.name.slice(0, 12) });
    await expect(row.getByText('Thành công', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('columnheader')).toHaveCount(21);
    await expect(row.getByText('41,500000').first()).toBeVisible();
    await expect(row.getByText('41,707500')).toBeVisible();
    await expectFilters(page, data.order.name.slice(0, 12), [
      { label: 'Mã giao dịch', fits: data.transId, not: 'nosuchinvoice' },
      { label: 'Tên hóa đơn', fits: data.order.name, not: 'No such order' },
      { label: 'Mô tả', fits: data.order.description, not: 'No such description' },
      { label: 'Mã yêu cầu', fits: data.order.request_id, not: 'req_none' },
      { label: 'Địa chỉ gửi', fits: '0x', not: 'T000' },
      { label: 'Địa chỉ nhận', fits: data.address, not: '0xdeadbeef00' },
      { label: 'Mã băm giao dịch', fits: data.txHash, not: '0xdeadbeef00' },
      { label: 'Mạng', fits: 'BEP20', not: 'SOLANA' },
      { label: 'Số tiền từ', fits: '41.5', not: '41.500001' },
      { label: 'Số tiền từ … đến', fits: '41.5', not: '41.499999' },
      { label: 'Phí từ', fits: '0.2075', not: '0.207501' },
      { label: 'Phí từ … đến', fits: '0.2075', not: '0.207499' },
      { label: 'Tạo từ', fits: today, not: '2099-01-01' },
      { label: 'Tạo từ … đến', fits: '2099-01-01', not: LONG_AGO },
      { label: 'Hết hạn từ', fits: today, not: '2099-01-01' },
      { label: 'Hết hạn từ … đến', fits: '2099-01-01', not: LONG_AGO },
      { label: 'Trạng thái', fits: 'SUCCESS', not: 'EXPIRED' },
    ]);

    await setFilter(page, 'Tên hóa đơn', data.order.name);
    const description = row.getByRole('button', { name: /^Twelve bags/ });
    await expect(description).toHaveText(`${data.order.description.slice(0, 25)}…`);
    await description.click();
    await expect(row.getByText(data.order.description, { exact: true })).toBeVisible();

    await filterForm(page).getByRole('button', { name: 'Xóa bộ lọc' }).click();
    await expect(page).toHaveURL(/\/admin\/invoice$/);
    await expect(filterForm(page)).toBeHidden();
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await setFilter(page, 'Số tiền từ', 'ten');
    await expect(page.getByText('Giá trị chưa đúng: Số tiền từ')).toBeVisible();
  });

  test('dashboard: sixteen figures, the operations panel and four charts', async ({ page }) => {
    await page.goto('/admin'); // as users type it
    await expect(page).toHaveURL('/admin/dashboard');
    const figures = page.getByRole('region', { name: 'Thống kê' });
    await expect(figures.getByRole('definition')).toHaveCount(16);
    const operations = page.getByRole('region', { name: 'Vận hành' });
    // A sandbox that has just started has not checked its ledger yet.
    await expect(operations.getByText(/^(Khớp|Chưa kiểm tra)$/)).toBeVisible();
    await expect(operations.getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('figure')).toHaveCount(4);
    await operations.getByRole('link', { name: 'Chuyển khoản chưa khớp' }).click();
    await expect(page).toHaveURL(/unmatched-bank-transfers/);
  });
});

test('a bank transfer without reference is assigned, with a reason', async ({ page }) => {
  const { text, reference } = await makeLostTransfer(page.request);
  await signInByCall(page.request, 'demoadmin');
  await page.goto('/admin/unmatched-bank-transfers');
  const row = page.getByRole('row').filter({ hasText: text.slice(0, 20) }); // the list cuts long ones after 25 characters
  await row.getByRole('button', { name: 'Gán vào hóa đơn' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(reference) }).check();
  await dialog.getByRole('button', { name: 'Gán và cộng tiền' }).click();
  await expect(dialog.getByText('Vui lòng nhập lý do')).toBeVisible();
  await dialog.getByLabel('Lý do').fill('Khách gửi biên lai');
  await dialog.getByRole('button', { name: 'Gán và cộng tiền' }).click();
  await expect(page.getByText('Đã gán chuyển khoản')).toBeVisible();
  await expect(row).toBeHidden();
});

test('a merchant is redirected from every admin screen and refused by every admin call', async ({ page }) => {
  await signInByCall(page.request, 'demomerchant');
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/$/);
  }
  for (const path of CALLS) expect((await page.request.get(`/api/v1${path}`)).status(), path).toBe(403);
});

test('a new language, three texts, and the payment page uses it without a restart', async ({ page }) => {
  const { transId } = await makeAdminData(page.request);
  await signInByCall(page.request, 'demoadmin');
  await page.goto('/admin/language');
  await page.getByRole('button', { name: 'Thêm ngôn ngữ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Ngôn ngữ' }).click();
  await page.getByRole('option', { name: /Finnish/ }).click();
  await expect(dialog.getByLabel('Mã ngôn ngữ')).toHaveValue('fi');
  await expect(dialog.getByLabel('Tên ngôn ngữ')).toHaveValue('Suomi');
  await expect(dialog.getByLabel('Mã quốc gia (cờ)')).toHaveValue('fi');
  await dialog.getByRole('button', { name: 'Lưu ngôn ngữ' }).click();
  await expect(page.getByText('Ngôn ngữ mới đã được thêm')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ngôn ngữ' })).toContainText('Suomi');

  const texts = { 'Payment Successful!': 'Maksu onnistui!', 'Return to Website': 'Takaisin sivustolle', Paid: 'Maksettu' };
  for (const [key, text] of Object.entries(texts)) {
    await page.getByLabel('Tìm key hoặc bản dịch').fill(key);
    const field = page.getByRole('textbox', { name: key, exact: true });
    await expect(field).toHaveAttribute('placeholder', 'Chưa dịch');
    await field.fill(text);
    await field.blur();
    await expect(page.getByText('Đã lưu')).toBeVisible();
  }
  await page.getByLabel('Tìm key hoặc bản dịch').fill('Payment Successful!');
  await page.getByRole('checkbox', { name: 'Chỉ hiện chưa dịch' }).check();
  await expect(page.getByText('Không có bản dịch nào')).toBeVisible();

  await page.goto(`/bill/${transId}`);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fi');
  await expect(page.getByRole('heading', { name: 'Maksu onnistui!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Takaisin sivustolle' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no serious issue in the back office, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce', baseURL: baseURL ?? '' })).newPage();
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
    await signInByCall(page.request, 'demoadmin');
    const serious = async (path: string) => {
      await page.goto(path);
      await isRendered(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return grave.map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target.join(' ')}`);
    };
    for (const path of PATHS) await expect(async () => expect(await serious(path)).toEqual([])).toPass({ timeout: 60_000 });
  });
}
