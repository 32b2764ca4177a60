import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { storedFiles } from '../../support/media.ts';
import { limitedInstance, patch, refusal, upload } from '../../support/requests.ts';
import { PNG } from '../../support/sample-files.ts';

describe('PATCH /v1/instances/:instanceId/profile', () => {
	let gateway: TestGateway;
	let instanceId: string;
	let phone: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		phone = (await instance()).text('data.phone');
	});
	afterAll(() => gateway.close());

	const instance = () => gateway.get(`/v1/instances/${instanceId}`);
	const change = (changes: object, id = instanceId) => patch(gateway, `/v1/instances/${id}/profile`, changes);

	it('changes what other people see, and the instance', async () => {
		const picture = await upload(gateway, PNG, 'image/png');
		const before = await storedFiles(gateway.folder);
		const answer = await change({ name: 'Corner Shop', about: 'Open from 9 to 17', picture });
		expect(answer.at('data')).toEqual({
			phone,
			profileName: 'Corner Shop',
			profilePicUrl: expect.stringMatching(/^https:/),
		});
		expect((await instance()).at('data')).toMatchObject(answer.at('data') as object);
		const seen = await gateway.get(`/v1/contacts/${phone}/profile?instanceId=${instanceId}`);
		expect(seen.at('data')).toMatchObject({ name: 'Corner Shop', about: 'Open from 9 to 17' });
		expect(await storedFiles(gateway.folder)).toEqual(before);
		expect((await change({ picture: null })).at('data')).toMatchObject({
			profileName: 'Corner Shop',
			profilePicUrl: null,
		});
	});

	it.each([
		['nothing to change', {}],
		['a blank name', { name: '\t' }],
		['a name that is too long', { name: 'x'.repeat(26) }],
		['a blank text', { about: '' }],
		['a text that is too long', { about: 'x'.repeat(140) }],
		['an unknown field', { website: 'https://example.com' }],
	])('refuses %s', async (_what, changes) => {
		expect(refusal(await change(changes))).toEqual([400, 'invalid_parameters']);
	});

	it('refuses an unknown and a disconnected instance, and a name of the official API', async () => {
		expect(refusal(await change({ name: 'A' }, 'inst_x'))).toEqual([404, 'instance_not_found']);
		const other = (await gateway.post('/v1/instances', { name: 'B' })).text('data.id');
		expect(refusal(await change({ name: 'A' }, other))).toEqual([409, 'instance_disconnected']);
		const official = await limitedInstance(gateway);
		expect(refusal(await change({ name: 'A' }, official))).toEqual([409, 'official_api_instance']);
		expect((await change({ about: 'Open' }, official)).status).toBe(200);
	});
});
