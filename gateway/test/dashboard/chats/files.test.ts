import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { sampleNamed } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

/** A file as the page gets it from a drop or a paste. */
interface GivenFile {
	name: string;
	type: string;
	/** Base64. */
	content: string;
}

/** Runs in the page: gives files to the element that has the focus, or to one of a class. */
const GIVE = `({ event, selector, files }) => {
	const transfer = new DataTransfer();
	for (const { name, type, content } of files) {
		const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
		transfer.items.add(new File([bytes], name, { type }));
	}
	const target = document.querySelector(selector);
	const options = { bubbles: true, cancelable: true };
	if (event === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
	else target.dispatchEvent(new DragEvent(event, { ...options, dataTransfer: transfer }));
}`;

describe.each(['light', 'dark'] as const)('files on the page in %s colours', (colorScheme) => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme });
		instanceId = await connectedInstance(visit.gateway);
		await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: ADA,
			content: 'Send me the pictures',
		});
		await visit.open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		await visit.page.getByRole('textbox', { name: 'Message' }).waitFor();
	});
	afterAll(() => visit.close());

	const dialog = () => visit.page.getByRole('dialog');
	const file = (sample: string, name = sample): GivenFile => {
		const { bytes, mimeType } = sampleNamed(sample);
		return { name, type: mimeType, content: Buffer.from(bytes).toString('base64') };
	};
	const give = (event: string, selector: string, files: readonly GivenFile[]) =>
		visit.page.evaluate(`(${GIVE})(${JSON.stringify({ event, selector, files })})`);
	const sent = async (): Promise<string[]> => {
		const answer = await visit.gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const messages = answer.at('data') as { direction: string; content: string }[];
		return messages.filter(({ direction }) => direction === 'outbound').map(({ content }) => content);
	};

	it('are dropped on a chat, shown, captioned, left out, and sent in their order', async () => {
		const { page } = visit;
		await give('dragover', '.conversation', [file('a.png')]);
		await page.getByText('Drop the files to send them.').waitFor();
		await give('drop', '.conversation', [
			file('a.png', 'first.png'),
			file('a.pdf', 'second.pdf'),
			file('a.jpg', 'third.jpg'),
		]);
		await dialog().getByRole('heading', { name: 'Send 3 files' }).waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await dialog().getByRole('button', { name: 'Leave out second.pdf' }).focus();
		await page.keyboard.press('Enter');
		await dialog().getByRole('textbox', { name: 'Caption of first.png' }).fill('The first');
		await dialog().getByRole('textbox', { name: 'Caption of third.jpg' }).fill('The third');
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		await until('both pictures', async () => (await sent()).length === 2);
		const [last = '', first = ''] = await sent();
		expect([first, last]).toEqual([
			expect.stringContaining('The first'),
			expect.stringContaining('The third'),
		]);
	});

	it('are pasted into the message, which becomes the caption, and given up by Escape', async () => {
		const { page } = visit;
		const message = page.getByRole('textbox', { name: 'Message' });
		await message.fill('Look at this');
		await give('paste', '.composer textarea', [file('a.png', 'image.png')]);
		const caption = dialog().getByRole('textbox', { name: 'Caption of image.png' });
		expect(await caption.inputValue()).toBe('Look at this');
		await page.keyboard.press('Escape');
		await dialog().waitFor({ state: 'detached' });
		expect(await message.inputValue()).toBe('Look at this');
		expect(await sent()).toHaveLength(2);
		await give('paste', '.composer textarea', [file('a.png', 'image.png')]);
		await dialog().getByRole('button', { name: 'Send', exact: true }).focus();
		await page.keyboard.press('Enter');
		await dialog().waitFor({ state: 'detached' });
		expect(await message.inputValue()).toBe('');
		await until('the screenshot', async () => (await sent())[0]?.includes('Look at this') === true);
	});

	it('are refused before the upload when they are too large', async () => {
		const { page } = visit;
		const uploads: string[] = [];
		page.on('request', (request) => {
			if (request.url().endsWith('/v1/media')) uploads.push(request.url());
		});
		const large = path.join(visit.gateway.folder, 'large.png');
		await writeFile(large, Buffer.alloc(5 * 1024 * 1024 + 1));
		await page.getByLabel('File to send').setInputFiles(large);
		await dialog().getByText('an image may have at most 5.2 MB').waitFor();
		expect(await dialog().getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
		await page.keyboard.press('Escape');
		expect(uploads).toEqual([]);
	});
});
