import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upload } from '../../../support/requests.ts';
import { JPEG } from '../../../support/sample-files.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const QUERY = 'w:profile:picture picture';

describe('the picture of a group', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let instanceId: string;
	let group: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		instanceId = await gateway.linked(ACCOUNT);
		group = await whatsApp.group({ by: ADA, subject: 'Orders', members: [ACCOUNT] });
		await whatsApp.changeGroup({ by: ADA, group, picture: JPEG.toString('base64') });
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const get = () => gateway.client.get(`/v1/groups/${group}?instanceId=${instanceId}`);

	it.each([429, 500])('is no picture only where WhatsApp says so, not where it answers %s', async (error) => {
		await whatsApp.queryRules({ query: QUERY, error, times: 1 });
		const failed = await get();
		expect([failed.status, failed.text('error.code')]).toEqual([503, 'service_unavailable']);
		const shown = await get();
		expect(shown.text('data.pictureUrl')).toMatch(/^https?:/);
	});

	it('does not fail a change that is done', async () => {
		await whatsApp.queryRules({ query: QUERY, error: 500, times: 1 });
		const changed = await gateway.client.patch(`/v1/groups/${group}`, {
			instanceId,
			description: 'On Sunday',
		});
		expect([changed.status, changed.text('data.description')]).toEqual([200, 'On Sunday']);
		expect((await get()).text('data.description')).toBe('On Sunday');
	});

	it('is not made of an image of very many pixels, which would take a gigabyte of memory', async () => {
		// 144 million pixels of one color, in 38 bytes.
		const hex = '524946461e000000574542505650384c110000002fdfeeb70b07d0fffef7bfff8188e87f0000';
		const picture = await upload(gateway.client, Buffer.from(hex, 'hex'), 'image/webp');
		const refused = await gateway.client.patch(`/v1/groups/${group}`, { instanceId, picture });
		expect([refused.status, refused.text('error.code')]).toEqual([400, 'invalid_parameters']);
	});
});
