import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';

describe('a gateway that requires a second factor', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_REQUIRE_SECOND_FACTOR: 'on' });
	});
	afterAll(() => visit.close());

	it('opens nothing but the account until the user has set one up', async () => {
		const { page } = visit;
		await page.getByRole('heading', { name: 'Set up a second factor first' }).waitFor();
		await page.getByRole('link', { name: 'Go to your account' }).click();
		await page.getByText('until then no other screen opens').waitFor();

		await page.getByRole('button', { name: 'Set up an app' }).click();
		await confirmIdentity(page);
		const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
		const secret = (await dialog.locator('code').first().textContent()) ?? '';
		const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
		await dialog.getByLabel('Code').fill(app.generate());
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'I have kept them' }).click();

		await page.getByText('until then no other screen opens').waitFor({ state: 'detached' });
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Instances' }).click();
		await page.getByRole('heading', { name: 'No instances yet' }).waitFor();
		await page.getByRole('button', { name: 'Phone' }).waitFor();
	});
});
