import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, locator } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode } from '../support/runNode.ts';

const PHONE = '491516000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('Download Picture', () => {
	/** Runs the node with a gateway whose response has the URL of a local picture in `field`. `status`: of the picture. */
	async function runWithPicture(parameters: INodeParameters, field: string, status = 200) {
		const picture = await startProxy('', () => ({
			status,
			body: 'the picture',
			headers: { 'content-type': 'image/webp' },
		}));
		const data = { phone: PHONE, id: '120363041234567890@g.us', name: 'Ada', [field]: `${picture.url}/ada` };
		const gateway = await startProxy('', () => ({
			status: 200,
			body: JSON.stringify({ success: true, data }),
			headers: { 'content-type': 'application/json' },
		}));
		const run = await runNode(
			{ ...fixture.credential, baseUrl: gateway.url },
			{
				...locator('instanceId', fixture.instanceId),
				downloadPicture: true,
				...parameters,
			},
		);
		await gateway.close();
		await picture.close();
		return run;
	}

	it('returns the picture of a contact as a file', async () => {
		const { items } = await runWithPicture(
			{ resource: 'contact', operation: 'getProfile', ...locator('phone', PHONE) },
			'profilePicUrl',
		);

		expect(items[0]?.binary?.data).toMatchObject({
			mimeType: 'image/webp',
			fileName: `profile-${PHONE}.webp`,
		});
		expect(Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString()).toBe('the picture');
	});

	it('returns the picture of a group as a file', async () => {
		const { items } = await runWithPicture(
			{ resource: 'group', operation: 'get', ...locator('groupId', '120363041234567890@g.us') },
			'pictureUrl',
		);

		expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/webp' });
	});

	it('fails with the URL of a picture that cannot be downloaded', async () => {
		const { error } = await runWithPicture(
			{ resource: 'contact', operation: 'getProfile', ...locator('phone', PHONE) },
			'profilePicUrl',
			404,
		);

		expect(error).toMatchObject({
			message: 'The picture could not be downloaded',
			description: expect.stringMatching(/^n8n must be able to open http:\/\/127\.0\.0\.1:\d+\/ada\./),
		});
	});

	it('says that simulated contacts have no picture', async () => {
		const { error } = await runNode(fixture.credential, {
			resource: 'contact',
			operation: 'getProfile',
			...locator('instanceId', fixture.instanceId),
			...locator('phone', '491516000015'),
			downloadPicture: true,
		});

		expect(error).toMatchObject({
			message: 'The simulated network has no pictures to download',
			description: expect.stringContaining('pictures.simulator.example'),
		});
	});
});
