import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleNamed } from '../../support/sample-files.ts';
import { simulatedOfficialInstance } from '../../support/official/simulated-official.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';
const CLOSED = 'so the network accepts only approved templates';

describe.each(['light', 'dark'] as const)('templates on the page in %s colours', (colorScheme) => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme });
		instanceId = await simulatedOfficialInstance(visit.gateway);
	});
	afterAll(() => visit.close());

	const chat = () => visit.page.getByRole('region', { name: /^Chat with/ });
	const dialog = () => visit.page.getByRole('dialog');

	it('are what a closed chat offers, with fields, a preview, and a way by keyboard', async () => {
		const { page, open } = visit;
		await open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		await chat().getByText(CLOSED).waitFor();
		expect(await chat().getByRole('textbox', { name: 'Message' }).count()).toBe(0);
		await chat().getByRole('button', { name: 'Send a template' }).focus();
		await page.keyboard.press('Enter');
		await dialog().getByLabel('Template').selectOption({ label: 'order_update (en_US)' });
		await dialog().getByLabel('Text {{1}}').fill('Ada');
		await dialog().getByLabel('Text {{2}}').fill('4711');
		await dialog()
			.getByRole('figure', { name: 'Preview' })
			.getByText('Hello Ada, there is news about your order 4711.')
			.waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		await chat()
			.getByRole('article')
			.filter({ hasText: 'Hello Ada, there is news about your order 4711.' })
			.getByText('✓✓ Read')
			.waitFor();
	});

	it('take named fields and a file in the header', async () => {
		const { page } = visit;
		await chat().getByRole('button', { name: 'Send a template' }).click();
		await dialog().getByLabel('Template').selectOption({ label: 'order_shipped (de)' });
		await dialog()
			.getByLabel('Header: document')
			.setInputFiles({ name: 'order.pdf', mimeType: 'application/pdf', buffer: sampleNamed('a.pdf').bytes });
		await dialog().getByLabel('first_name').fill('Ada');
		await dialog().getByLabel('order', { exact: true }).fill('17');
		await dialog().getByRole('figure', { name: 'Preview' }).getByText('order.pdf').waitFor();
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		await chat().getByText('Hallo Ada, Ihre Bestellung 17 ist unterwegs.').first().waitFor();
	});

	it('are not needed for a day after the person wrote', async () => {
		await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: ADA,
			content: 'Where is it?',
		});
		await chat().getByText('You can answer freely until').waitFor();
		await chat().getByRole('textbox', { name: 'Message' }).fill('On its way.');
		await visit.page.keyboard.press('Enter');
		await chat().getByRole('article').filter({ hasText: 'On its way.' }).getByText('✓✓ Read').waitFor();
	});

	it('are a screen that shows their approval and sends a test', async () => {
		const { page, open } = visit;
		await open(`/templates/${instanceId}`);
		await page
			.getByRole('article', { name: 'spring_sale en_US' })
			.getByText('Waiting for approval')
			.waitFor();
		await page.getByLabel('Approval').selectOption('pending');
		await page.getByRole('article', { name: 'hello_world en_US' }).waitFor({ state: 'detached' });
		expect(page.url()).toContain('status=pending');
		await page.goBack();
		await page.getByRole('searchbox', { name: 'Search by name, language or text' }).fill('hello_w');
		await page.getByRole('article', { name: 'order_update en_US' }).waitFor({ state: 'detached' });
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Send a test of hello_world' }).focus();
		await page.keyboard.press('Enter');
		await dialog().getByLabel('Phone number').fill('+49 151 1234 5688');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Message' }).waitFor();
		await page.getByText('Hello World').first().waitFor();
	});
});
