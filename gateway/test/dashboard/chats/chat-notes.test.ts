import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';
const LONG = `${'Straßenbahn'.repeat(40)}\nSecond line`;

describe('the notes of a chat on the page', () => {
	let visit: Visit;
	let instanceId: string;
	const path = (query = '') => `/chats/${instanceId}/${ADA}@s.whatsapp.net${query}`;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway);
		await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: ADA,
			contactName: 'Ada Lovelace',
			content: 'Is anybody there?',
		});
		await visit.open(path());
	});
	afterAll(() => visit.close());

	const notes = () => visit.page.getByRole('region', { name: 'Notes', exact: true });
	const dialog = () => visit.page.getByRole('dialog', { name: 'Add a note' });
	const byWorkflow = (text: string) =>
		visit.gateway.post(`/v1/chats/${ADA}@s.whatsapp.net/notes`, { instanceId, text });

	it('are added by keyboard, and shown with their author', async () => {
		const { page } = visit;
		await page.getByText('Is anybody there?').last().waitFor();
		// The key does what the button does, and nothing before the chat is loaded, after its messages.
		await page.getByRole('button', { name: 'Add a note' }).waitFor();
		expect(await notes().count()).toBe(0);
		await page.keyboard.press('a');
		await dialog().waitFor();
		expect(page.url()).toContain('note=yes');
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.type('Wants an invoice');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		await notes().getByText('Wants an invoice').waitFor();
		await notes().getByText('owner').waitFor();
		expect(await page.getByRole('article').filter({ hasText: 'Wants an invoice' }).count()).toBe(0);
	});

	it('of others appear live, with any content', async () => {
		await byWorkflow(LONG);
		await notes().getByText('Second line').waitFor();
		for (const colorScheme of ['light', 'dark'] as const) {
			await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			expect(await accessibilityViolations(visit.page)).toEqual([]);
		}
		await visit.page.setViewportSize({ width: 320, height: 800 });
		expect(await layoutFaults(visit.page)).toEqual([]);
		await visit.page.setViewportSize({ width: 1280, height: 800 });
	});

	it('are deleted by a button, and stay deleted', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: /^Delete the note of owner: Wants an invoice/ }).press('Enter');
		await notes().getByText('Wants an invoice').waitFor({ state: 'detached' });
		await page.reload();
		await notes().getByText('Second line').waitFor();
		expect(await notes().getByText('Wants an invoice').count()).toBe(0);
	});

	it('are listed beyond fifty', async () => {
		for (let index = 0; index < 55; index += 1) await byWorkflow(`Note ${String(index)}.`);
		await visit.page.reload();
		await notes().getByText('Note 54.').waitFor();
		expect(await notes().getByText('Second line').count()).toBe(0);
		await notes().getByRole('button', { name: 'Show older notes' }).click();
		await notes().getByText('Second line').waitFor();
	});
});
