import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { runSql } from '../../support/database.ts';

describe('a gateway whose tables a newer version has changed', () => {
	let gateway: TestGateway;

	beforeEach(async () => {
		gateway = await startTestGateway();
	});
	afterEach(async () => {
		await gateway.close();
	});

	it('continues to read and write them', async () => {
		const id = await connectedInstance(gateway);
		const read = async () => (await gateway.get(`/v1/instances/${id}`)).status;
		const send = async () => {
			const message = { instanceId: id, to: '4915112345678', message: 'Hello' };
			return (await gateway.post('/v1/messages/send', message)).status;
		};
		const many = (request: () => Promise<number>) => Promise.all(Array.from({ length: 16 }, request));
		await many(read);
		await many(send);
		for (const table of ['instances', 'messages', 'api_keys', 'webhooks', 'chats']) {
			await runSql(gateway.folder, `alter table ${table} add column of_a_newer_version text`);
		}
		expect(await many(read)).toEqual(Array(16).fill(200));
		expect(await many(send)).toEqual(Array(16).fill(202));
	});
});
