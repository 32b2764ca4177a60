import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { isDrawn } from '../support/elements.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { createShiftedClock } from '../support/shifted-clock.ts';
import { confirmIdentity, PASSWORD, startSignedIn, type Visit } from '../support/visit.ts';

const CONFIRM = 'Confirm that it is you';

describe('second factors of the page', () => {
	const clock = createShiftedClock();
	let visit: Visit;
	let app: TOTP;
	let recoveryCodes: string[] = [];
	let newCodes: string[] = [];
	beforeAll(async () => {
		visit = await startSignedIn({}, { clock });
	});
	afterAll(() => visit.close());

	/** The next code of the app: each is accepted once. */
	function nextCode(): string {
		clock.shift(30_000);
		return app.generate({ timestamp: clock.now() });
	}

	async function signOut(): Promise<void> {
		const { page } = visit;
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await page.getByText('You are signed out.').waitFor();
	}

	async function enterPassword(): Promise<void> {
		await visit.page.getByLabel('Password').fill(PASSWORD);
		await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
	}

	it('sets up an authenticator app after a confirmation, and shows recovery codes once', async () => {
		const { page, open } = visit;
		await open('/account');
		await page.getByRole('button', { name: 'Set up an app' }).click();
		await confirmIdentity(page);
		const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
		expect(await isDrawn(dialog.getByAltText('QR code for the authenticator app'))).toBe(true);
		expect(await accessibilityViolations(page)).toEqual([]);
		const secret = (await dialog.locator('code').first().textContent()) ?? '';
		app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
		await dialog.getByLabel('Code').fill('000000');
		await dialog.getByRole('button', { name: 'Turn it on' }).click();
		await dialog.getByRole('alert').filter({ hasText: 'invalid_code' }).waitFor();
		await dialog.getByLabel('Code').fill(nextCode());
		await dialog.getByRole('button', { name: 'Turn it on' }).click();

		const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
		await codes.waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		recoveryCodes = await codes.getByRole('listitem').allTextContents();
		expect(recoveryCodes).toHaveLength(10);
		const downloading = page.waitForEvent('download');
		await codes.getByRole('button', { name: 'Download' }).click();
		const file = await readFile(await (await downloading).path(), 'utf8');
		expect(file).toContain(recoveryCodes.join('\n'));
		await codes.getByRole('button', { name: 'I have kept them' }).click();
		await page.getByText('10 codes left.').waitFor();
		await page.reload();
		await page.getByText('10 codes left.').waitFor();
		expect(await page.content()).not.toContain(recoveryCodes[0]);
		visit.consoleErrors.length = 0;
	});

	it('asks for the code at the sign-in, by keyboard, and takes it once', async () => {
		const { page } = visit;
		await signOut();
		await page.keyboard.type(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'One more step' }).waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.type('000000');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').filter({ hasText: 'invalid_code' }).waitFor();
		const code = nextCode();
		await page.getByLabel('Code').fill(code);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Account' }).waitFor();

		await signOut();
		await enterPassword();
		await page.getByLabel('Code').fill(code);
		await page.keyboard.press('Enter');
		await page.getByRole('alert').filter({ hasText: 'invalid_code' }).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('signs in with a recovery code, once', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Use a recovery code' }).click();
		await page.keyboard.type(recoveryCodes[0] ?? '');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Account' }).waitFor();
		await page.getByText('9 codes left.').waitFor();

		await signOut();
		await enterPassword();
		await page.getByRole('button', { name: 'Use a recovery code' }).click();
		await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').filter({ hasText: 'invalid_code' }).waitFor();
		await page.getByRole('button', { name: 'Back' }).click();
		await enterPassword();
		await page.getByLabel('Code').fill(nextCode());
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Account' }).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('leaves the form unchanged where the question is cancelled, and continues where it is answered', async () => {
		const { page, open } = visit;
		await open('/keys');
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill('n8n');
		await page.getByRole('button', { name: 'Create the key' }).click();
		const question = page.getByRole('dialog', { name: CONFIRM });
		await question.waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await question.waitFor({ state: 'detached' });
		expect(await page.getByLabel('Name').inputValue()).toBe('n8n');
		expect(await page.getByRole('alert').count()).toBe(0);

		await page.getByRole('button', { name: 'Create the key' }).click();
		await question.getByLabel('Your password').fill('not this one');
		await question.getByLabel('Code').fill(nextCode());
		await page.keyboard.press('Enter');
		await question.getByRole('alert').filter({ hasText: 'invalid_password' }).waitFor();
		await question.getByLabel('Your password').fill(PASSWORD);
		await question.getByLabel('Code').fill(nextCode());
		await page.keyboard.press('Enter');
		await page.getByText('Copy it now.').waitFor();
		await page.getByRole('button', { name: 'I have copied it' }).click();
		visit.consoleErrors.length = 0;
	});

	it('counts a confirmation for five minutes', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Revoke n8n' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
		await page.getByRole('article', { name: 'n8n' }).getByText('Revoked').waitFor();
		expect(visit.consoleErrors).toEqual([]);

		clock.shift(5 * 60_000);
		await visit.open('/account');
		await page.getByRole('button', { name: 'Make new codes' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
		await page.getByRole('dialog', { name: CONFIRM }).getByLabel('Code').fill(nextCode());
		await confirmIdentity(page);
		const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
		await codes.waitFor();
		newCodes = await codes.getByRole('listitem').allTextContents();
		expect(newCodes).not.toContain(recoveryCodes[1]);
		await codes.getByRole('button', { name: 'I have kept them' }).click();
		visit.consoleErrors.length = 0;
	});

	it('takes a recovery code in place of the app, so that a lost app can be removed', async () => {
		const { page } = visit;
		clock.shift(5 * 60_000);
		await page.getByRole('button', { name: 'Remove the app' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
		const question = page.getByRole('dialog', { name: CONFIRM });
		await question.getByRole('button', { name: 'Use a recovery code' }).click();
		await question.getByLabel('Recovery code').fill(newCodes[0] ?? '');
		await confirmIdentity(page);
		await page.getByRole('button', { name: 'Set up an app' }).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('needs only the password once the app is removed', async () => {
		await signOut();
		await enterPassword();
		await visit.page.getByRole('heading', { name: 'Account' }).waitFor();
		expect(visit.consoleErrors).toEqual([]);
	});
});
