import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { sampleNamed } from '../../support/sample-files.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';
const GRACE = '4915112345688';

describe.each(['light', 'dark'] as const)('groups on the page in %s colours', (colorScheme) => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme });
		instanceId = await connectedInstance(visit.gateway);
	});
	afterAll(() => visit.close());

	const press = async (name: string | RegExp): Promise<void> => {
		await visit.page.getByRole('button', { name, disabled: false }).focus();
		await visit.page.keyboard.press('Enter');
	};
	const dialog = () => visit.page.getByRole('dialog');
	const participant = (phone: string) => visit.page.getByRole('article', { name: `+${phone}` });

	it('are created, and get participants, admins, settings, a picture and an invite', async () => {
		const { page, open } = visit;
		await open(`/groups/${instanceId}`);
		await page.getByRole('link', { name: 'Team' }).waitFor();
		await press('Create a group');
		await dialog().getByLabel('Name').fill('Shop team');
		await dialog().getByLabel('Participants').fill(`+${ADA}`);
		await dialog().getByRole('button', { name: 'Create' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Shop team' }).waitFor();

		await press('Add participants');
		await dialog().getByLabel('Participants').fill(`+${GRACE}\n+49 151 1234 0000`);
		await dialog().getByRole('button', { name: 'Add' }).focus();
		await page.keyboard.press('Enter');
		await participant(GRACE).waitFor();
		await page.getByText('+4915112340000 is not on the network').waitFor();
		await press(`Make admin +${GRACE}`);
		await participant(GRACE).getByText('Admin', { exact: true }).waitFor();
		await press(`Take admin rights +${GRACE}`);
		await press(`Make admin +${GRACE}`);
		await press(`Remove +${GRACE}`);
		await participant(GRACE).waitFor({ state: 'detached' });

		await page.getByRole('textbox', { name: 'Name' }).fill('Shop people');
		await page.getByRole('textbox', { name: 'Description' }).fill('Who serves whom');
		await page.getByRole('checkbox', { name: 'Only admins may write' }).check();
		await page.getByRole('button', { name: 'Save' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Shop people' }).waitFor();
		await page
			.getByLabel('Picture (optional)')
			.setInputFiles({ name: 'team.png', mimeType: 'image/png', buffer: sampleNamed('a.png').bytes });
		await page.getByText('The group has a picture.').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);

		await press('Show the link');
		const link = page.getByText('https://', { exact: false });
		const before = await link.textContent();
		await press('Make a new link');
		await dialog().getByRole('button', { name: 'Make a new link' }).focus();
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		expect(await link.textContent()).not.toBe(before);
	});

	it('are listed, found, left and joined', async () => {
		const { page, open } = visit;
		const made = await visit.gateway.post(`/simulator/v1/instances/${instanceId}/groups`, {
			from: ADA,
			name: 'Book club',
		});
		await open(`/groups/${instanceId}`);
		const list = page.getByRole('region', { name: 'List of groups' });
		await list.getByRole('link', { name: 'Shop people' }).waitFor();
		await page.getByRole('searchbox', { name: 'Search by name' }).fill('book');
		await list.getByRole('link', { name: 'Shop people' }).waitFor({ state: 'detached' });
		await list.getByRole('link', { name: 'Book club' }).click();
		await press('Leave the group');
		await dialog().getByRole('button', { name: 'Leave the group' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
		await list.getByRole('link', { name: 'Shop people' }).waitFor();
		expect(await list.getByRole('link', { name: 'Book club' }).count()).toBe(0);
		const seen = await visit.gateway.get(
			`/simulator/v1/instances/${instanceId}/groups/${made.text('data.id')}`,
		);
		await press('Join by an invite');
		await dialog().getByLabel('Invite').fill(seen.text('data.invite'));
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Book club' }).waitFor();
	});
});
