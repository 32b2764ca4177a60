import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { SAMPLE_TEMPLATES } from './sample-templates.ts';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	await meta.templates(BUSINESS, SAMPLE_TEMPLATES);
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

describe('parts of templates of the Cloud API', () => {
	it('are described for clients, with the examples of Meta', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		const listed = answer.at('data') as { name: string; placeholders: object[] }[];
		const placeholdersOf = (name: string) => listed.find((one) => one.name === name)?.placeholders;
		const none = { subType: null, index: null, name: null, required: true, example: null, title: null };
		const parts = (component: string, name: string | null, type: string, example: string | null = null) => ({
			...none,
			component,
			name,
			type,
			example,
		});
		expect(placeholdersOf('examples')).toEqual([
			parts('header', '1', 'text', 'Summer'),
			parts('body', '1', 'text', 'Ada'),
			parts('body', '2', 'text', 'x'.repeat(256)),
			{
				...none,
				component: 'button',
				subType: 'url',
				index: 0,
				type: 'text',
				example: 'summer-17',
				title: 'Open',
			},
		]);
		expect(placeholdersOf('named_header')).toEqual([
			parts('header', 'name', 'text', 'Ada'),
			parts('body', 'name', 'text', 'Grace'),
			parts('body', 'day', 'text'),
		]);
		expect(placeholdersOf('video_header')).toEqual([parts('header', null, 'video')]);
		expect(placeholdersOf('location_header')).toEqual([parts('header', null, 'location')]);
		expect(placeholdersOf('many_buttons')).toMatchObject([
			{ subType: 'quick_reply', index: 0, type: 'payload', required: false, title: 'Yes' },
			{ subType: 'url', index: 1, type: 'text', required: true },
			{ subType: 'copy_code', index: 2, type: 'coupon_code', required: true, example: 'SAVE10' },
			{ subType: 'flow', index: 4, type: 'action', required: false },
		]);
	});

	it('are counted for clients', async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		const listed = answer.at('data') as { name: string; parametersCount: number }[];
		const counts = Object.fromEntries(listed.map(({ name, parametersCount }) => [name, parametersCount]));
		expect(counts).toMatchObject({
			text_header: 1,
			named_header: 3,
			location_header: 1,
			many_buttons: 2,
			code: 2,
		});
	});
});
