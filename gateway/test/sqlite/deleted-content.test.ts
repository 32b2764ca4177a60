import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';

const TO = '4915112345678';
const CHAT = `${TO}@s.whatsapp.net`;

describe('the file of a SQLite database', () => {
	let folder: string;
	let remove: () => Promise<void>;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(() => remove());

	it('contains nothing of what was deleted', async () => {
		const gateway = await startGatewayProcess(folder);
		const instanceId = await connectedInstance(gateway);
		await sendText(gateway, instanceId, TO, 'the text that stays');
		const texts = Array.from({ length: 40 }, (_, index) => `a private note with the number ${index}`);
		for (const text of texts) {
			const note = await gateway.post(`/v1/chats/${CHAT}/notes`, { instanceId, text });
			const target = `/v1/chats/${CHAT}/notes/${note.text('data.noteId')}?instanceId=${instanceId}`;
			expect((await gateway.delete(target)).status).toBe(200);
		}
		await gateway.end('SIGTERM');
		const content = await readFile(path.join(folder, 'gateway.db'));
		expect(content.includes('the text that stays')).toBe(true);
		expect(texts.filter((text) => content.includes(text))).toEqual([]);
	});
});
