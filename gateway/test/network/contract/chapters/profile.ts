import { describe, expect, it } from '@jest/globals';
import { file } from '../../../support/servers/file-server.ts';
import { JPEG } from '../../../support/sample-files.ts';
import {
	actionOf,
	expectOfficialRefusal,
	type ContractContext,
	type TestInstance,
} from '../contract-context.ts';

/** The name, the text and the picture of the account's own profile. */
export function profile(context: ContractContext): void {
	const { capabilities, method } = context.network;
	if (!capabilities.has('profile_changes')) return;
	const change = (instance: TestInstance, fields: object) =>
		context.gateway.patch(`/v1/instances/${instance.id}/profile`, fields);

	describe('the own profile', () => {
		it('gets another text and a picture', async () => {
			const instance = await context.connected();
			const picture = context.files.serve('/profile.jpg', file(JPEG, 'image/jpeg'));
			const answer = await change(instance, { about: 'Open from 9 to 17', picture });
			expect(answer.status).toBe(200);
			expect(await actionOf(instance, 'seesProfile')()).toMatchObject({
				about: 'Open from 9 to 17',
				hasPicture: true,
			});

			const removed = await change(instance, { picture: null });
			if (method === 'official') {
				expectOfficialRefusal(removed);
				return;
			}
			expect([removed.status, removed.at('data.profilePicUrl')]).toEqual([200, null]);
			expect((await actionOf(instance, 'seesProfile')()).hasPicture).toBe(false);
		});

		it('keeps its picture over a restart of the gateway', async () => {
			const instance = await context.connected();
			const picture = context.files.serve('/shown.jpg', file(JPEG, 'image/jpeg'));
			const changed = await change(instance, { picture });
			expect(changed.at('data.profilePicUrl')).toEqual(expect.any(String));
			await context.restart();
			await instance.is('connected');
			const shown = await context.gateway.get(`/v1/instances/${instance.id}`);
			expect(shown.at('data.profilePicUrl')).toBe(changed.at('data.profilePicUrl'));
		});

		it(`${capabilities.has('profile_name') ? 'gets' : 'cannot get'} another name`, async () => {
			const instance = await context.connected();
			const answer = await change(instance, { name: 'Corner Shop' });
			if (!capabilities.has('profile_name')) {
				expectOfficialRefusal(answer);
				return;
			}
			expect([answer.status, answer.at('data.profileName')]).toEqual([200, 'Corner Shop']);
			expect((await actionOf(instance, 'seesProfile')()).name).toBe('Corner Shop');
			const status = await context.gateway.get(`/v1/instances/${instance.id}/status`);
			expect(status.at('data.profileName')).toBe('Corner Shop');
		});
	});
}
