import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { body, button, header, templateOf, text } from '../../../support/official/template-messages.ts';
import { reached } from '../../../support/media.ts';
import { OFFICIAL } from '../../../support/official/simulated-official.ts';

const BUTTONS = {
	type: 'button',
	body: { text: 'Do you come?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'I come' } }] },
};
const LIST = {
	type: 'list',
	body: { text: 'Which one?' },
	action: {
		button: 'Choose',
		sections: [{ title: 'Drinks', rows: [{ id: 'tea', title: 'Tea', description: 'Black' }] }],
	},
};

describe('messages on a phone controlled by hand', () => {
	const NUMBER = '4915112345671';
	let gateway: TestGateway;
	let instanceId: string;
	let officialId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		officialId = (await gateway.post('/v1/instances', { name: 'Business' })).text('data.id');
		await gateway.post(`/v1/instances/${officialId}/connect`, OFFICIAL);
		await gateway.put(`/simulator/v1/phones/${NUMBER}`, { name: 'Ada' });
	});
	afterAll(() => gateway.close());

	const phone = `/simulator/v1/phones/${NUMBER}`;
	const call = (method: string, path: string, body: object) =>
		gateway.request(`${phone}${path}`, { method, headers: gateway.headers, body: JSON.stringify(body) });
	const write = async (body: Record<string, unknown>): Promise<string> =>
		(await gateway.post(`${phone}/messages`, { instanceId, ...body })).text('data.messageId');
	const shown = async (messageId: string, of = instanceId): Promise<Record<string, unknown>> => {
		const answer = await gateway.get(`${phone}/messages?instanceId=${of}&limit=100`);
		const messages = answer.at('data') as Record<string, unknown>[];
		return messages.find((message) => message.messageId === messageId) ?? {};
	};
	const sent = async (body: Record<string, unknown>): Promise<string> => {
		const answer = await gateway.post('/v1/messages/send', {
			instanceId: officialId,
			to: NUMBER,
			...body,
		});
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'read');
		return messageId;
	};

	it('show reactions, and the phone reacts', async () => {
		const messageId = await sendText(gateway, instanceId, NUMBER);
		await reached(gateway, messageId, 'read');
		const path = `/messages/${messageId}/reaction`;
		expect((await call('PUT', path, { instanceId, emoji: '👍' })).status).toBe(200);
		expect(await shown(messageId)).toMatchObject({
			reactions: [{ emoji: '👍', from: NUMBER, fromMe: true }],
		});
		await call('PUT', path, { instanceId, emoji: null });
		expect(await shown(messageId)).toMatchObject({ reactions: [] });
	});

	it('show edits and deletions, also after a restart, and the phone edits and deletes its own', async () => {
		const messageId = await write({ content: 'At six' });
		expect((await call('PATCH', `/messages/${messageId}`, { instanceId, content: 'At seven' })).status).toBe(
			200,
		);
		gateway = await gateway.restart();
		expect(await shown(messageId)).toMatchObject({
			content: 'At seven',
			editedAt: expect.any(String),
			deleted: false,
		});
		const foreign = await sendText(gateway, instanceId, NUMBER);
		await reached(gateway, foreign, 'read');
		const query = `?instanceId=${instanceId}`;
		const refused = await gateway.delete(`${phone}/messages/${foreign}${query}`);
		expect([refused.status, refused.at('error.code')]).toEqual([409, 'not_own_message']);
		expect((await gateway.delete(`${phone}/messages/${messageId}${query}`)).status).toBe(200);
		expect(await shown(messageId)).toMatchObject({ deleted: true, options: [], reactions: [] });
	});

	it('show polls with their votes, and the phone votes', async () => {
		const messageId = await write({ poll: { question: 'When?', options: ['Monday', 'Tuesday'] } });
		const path = `/messages/${messageId}/vote`;
		expect((await call('PUT', path, { instanceId, options: ['Tuesday'] })).status).toBe(200);
		expect(await shown(messageId)).toMatchObject({
			type: 'poll',
			poll: { question: 'When?' },
			votes: [
				{ option: 'Monday', votes: 0, selected: false },
				{ option: 'Tuesday', votes: 1, selected: true },
			],
		});
	});

	it('show buttons and lists, and the instance receives what the phone taps', async () => {
		await write({ instanceId: officialId, content: 'Hello' });
		const buttons = await sent({ interactive: BUTTONS });
		const list = await sent({ interactive: LIST });
		expect(await shown(buttons, officialId)).toMatchObject({
			options: [{ kind: 'reply', id: 'yes', title: 'I come' }],
		});
		expect(await shown(list, officialId)).toMatchObject({
			options: [{ id: 'tea', title: 'Tea', description: 'Black', section: 'Drinks' }],
		});
		for (const [messageId, option, reply] of [
			[buttons, 'I come', { kind: 'button', id: 'yes', title: 'I come', data: null }],
			[list, 'tea', { kind: 'list', id: 'tea', title: 'Tea', data: null }],
		] as const) {
			const body = { instanceId: officialId, option };
			const answer = await call('POST', `/messages/${messageId}/press`, body);
			expect(answer.status).toBe(201);
			const received = await gateway.get(`/v1/messages/${answer.text('data.messageId')}`);
			expect(received.at('data')).toMatchObject({
				type: 'text',
				content: reply.title,
				reply,
				quotedMessageId: messageId,
			});
		}
		const unknown = await call('POST', `/messages/${list}/press`, { instanceId: officialId, option: 'No' });
		expect([unknown.status, unknown.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('show the buttons of templates', async () => {
		const messageId = await sendTemplate(
			templateOf(
				'appointment_reminder',
				body(text('Ada'), text('Monday')),
				button('quick_reply', { type: 'payload', payload: 'coming' }),
			),
		);
		expect(await shown(messageId, officialId)).toMatchObject({
			options: [
				{ id: 'coming', title: 'I will come' },
				{ id: 'Cancel', title: 'Cancel' },
			],
		});
		const pressed = await call('POST', `/messages/${messageId}/press`, {
			instanceId: officialId,
			option: 'I will come',
		});
		const received = await gateway.get(`/v1/messages/${pressed.text('data.messageId')}`);
		expect(received.at('data.reply')).toMatchObject({ kind: 'template_button', id: 'coming' });
	});

	it('show the coupon codes and the flows of templates', async () => {
		const opened = await sendTemplate(
			templateOf(
				'store_opening',
				header({ type: 'location', location: { latitude: 48.2, longitude: 16.4 } }),
				body({ type: 'date_time', date_time: { fallback_value: 'Monday' } }),
				button('copy_code', { type: 'coupon_code', coupon_code: 'COFFEE' }),
			),
		);
		expect(await shown(opened, officialId)).toMatchObject({
			content: 'Our new shop opens on Monday. The first coffee is free.',
			options: [{ kind: 'copy_code', title: 'Copy the code', value: 'COFFEE' }],
		});

		const video = header({ type: 'video', video: { link: 'https://example.com/tour.mp4' } });
		await sendTemplate(templateOf('product_tour', video));
		const action = { flow_token: 'demo-7' };
		const tour = await sendTemplate(
			templateOf('product_tour', video, button('flow', { type: 'action', action })),
		);
		const data = { day: 'Monday' };
		const pressed = await call('POST', `/messages/${tour}/press`, {
			...{ instanceId: officialId, option: 'Book a demo', data },
		});
		const received = await gateway.get(`/v1/messages/${pressed.text('data.messageId')}`);
		expect(received.at('data.reply')).toMatchObject({ kind: 'flow', data });
	});

	async function sendTemplate(template: object): Promise<string> {
		const sent = { instanceId: officialId, to: NUMBER, template };
		const messageId = (await gateway.post('/v1/messages/template', sent)).text('messageId');
		await reached(gateway, messageId, 'read');
		return messageId;
	}

	it('cannot change messages that the phone does not show, or while it is offline', async () => {
		const elsewhere = await sendText(gateway, instanceId, '4915112345688');
		const path = `/messages/${elsewhere}/reaction`;
		const hidden = await call('PUT', path, { instanceId, emoji: '👍' });
		expect([hidden.status, hidden.at('error.code')]).toEqual([404, 'message_not_found']);
		const messageId = await write({ location: { latitude: 1, longitude: 2 } });
		await gateway.put(phone, { online: false });
		const offline = await call('PATCH', `/messages/${messageId}`, { instanceId, content: 'x' });
		expect([offline.status, offline.at('error.code')]).toEqual([409, 'phone_offline']);
		await gateway.put(phone, { online: true });
	});
});
