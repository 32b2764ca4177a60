import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { FileServer } from '../../../gateway/test/support/servers/file-server.ts';
import { file, startFileServer } from '../../../gateway/test/support/servers/file-server.ts';
import { JPEG } from '../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../operations/fixture.ts';
import { fileBytes, createFixture, receiveMessage } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { listWebhooks } from '../support/webhooks.ts';
import { withTrigger } from './withTrigger.ts';

let fixture: Fixture;
let files: FileServer;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	files = await startFileServer();
});

afterAll(async () => {
	await files.close();
	await fixture.gateway.stop();
});

describe('Group Messages for', () => {
	const grouping = { options: { collectSeconds: 1 } };

	it('starts the workflow once with all messages of a burst', async () => {
		await withTrigger(fixture.credential, grouping, async (host) => {
			const from = '491518000013';
			for (const content of ['Hello', 'I have', 'a question'])
				await receiveMessage(fixture, { from, content });
			await receiveMessage(fixture, { from: '491518000014', content: 'Somebody else' });

			const starts = [await host.nextStart(), await host.nextStart()];
			const mine = starts.find(([item]) => item?.json.from === from);

			expect(mine?.[0]?.json).toMatchObject({
				content: 'Hello\nI have\na question',
				messages: [{ content: 'Hello' }, { content: 'I have' }, { content: 'a question' }],
			});
			await host.waitForRequests();
			expect(host.starts).toHaveLength(2);
		});
	});

	it('groups only messages that match the filters, with their files', async () => {
		const parameters = { ...grouping, filters: { types: ['image'] }, downloadFiles: true };
		await withTrigger(fixture.credential, parameters, async (host) => {
			const from = '491518000015';
			const mediaUrl = files.serve('/photo.jpg', file(JPEG, 'image/jpeg'));
			await receiveMessage(fixture, { from, type: 'image', content: 'One', mediaUrl });
			await receiveMessage(fixture, { from, type: 'image', content: 'Two', mediaUrl });
			await receiveMessage(fixture, { from, content: 'A text' });

			const [item] = await host.nextStart();

			expect(item?.json.messages).toMatchObject([{ content: 'One' }, { content: 'Two' }]);
			expect(Object.keys(item?.binary ?? {})).toEqual(['data', 'data_1']);
			expect(fileBytes(item, 'data_1')).toEqual(JPEG);
		});
	});

	it('starts the workflow again for a message after the pause', async () => {
		await withTrigger(fixture.credential, grouping, async (host) => {
			const from = '491518000016';
			await receiveMessage(fixture, { from, content: 'First' });
			const [first] = await host.nextStart();
			await receiveMessage(fixture, { from, content: 'Second' });
			const [second] = await host.nextStart();

			expect(first?.json.content).toBe('First');
			expect(second?.json.content).toBe('Second');
		});
	});

	it('changes the time of collecting at the gateway with the option', async () => {
		const collect = async () => (await listWebhooks(fixture.gateway))[0]?.collect;
		await withTrigger(fixture.credential, grouping, async () => {
			expect(await collect()).toEqual({ seconds: 1 });
		});
		await withTrigger(fixture.credential, { options: { collectSeconds: 0 } }, async () => {
			expect(await collect()).toBeNull();
		});
	});
});
