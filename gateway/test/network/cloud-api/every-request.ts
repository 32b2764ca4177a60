import { arrived, webhook, written } from '../../cloud-api-server/payloads.ts';
import type { RecordedRequest } from '../../cloud-api-server/world.ts';
import type { CloudApi } from '../../support/official/cloud-api.ts';
import { sendText, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { authorization, reached } from '../../support/media.ts';
import { officialInstance, subscribe } from '../../support/official/official.ts';
import { sampleNamed, SAMPLES } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const PHONE = '16505551234';
const CHAT = `${PHONE}@s.whatsapp.net`;

const KINDS = [
	{ location: { latitude: 48.2104, longitude: 16.3655, name: 'Café Central', address: 'Vienna' } },
	{ contacts: [{ name: 'Ada', phones: ['+442079460000'], emails: ['ada@example.com'] }] },
	{
		interactive: {
			type: 'button',
			header: { type: 'text', text: 'Delivery' },
			body: { text: 'Today?' },
			action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
		},
	},
	{
		interactive: {
			type: 'list',
			body: { text: 'When?' },
			action: { button: 'Choose', sections: [{ rows: [{ id: 'tue', title: 'Tuesday' }] }] },
		},
	},
	{
		interactive: {
			type: 'flow',
			body: { text: 'Book' },
			action: {
				name: 'flow',
				parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Book' },
			},
		},
	},
	{ message: 'https://example.com/', linkPreview: true },
];

/** Number of messages that everyRequest sends: files, kinds, a text, a template, a reply, a reaction, two chat states. */
export const MESSAGES = SAMPLES.length + KINDS.length + 8;

const TEMPLATE = {
	name: 'invoice_ready',
	language: 'en_US',
	components: [
		{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
		{ type: 'body', parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12500 } }] },
		{ type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '17' }] },
	],
};

/** Makes a gateway send every kind of request to Meta; returns all of them. */
export async function everyRequest(meta: CloudApi, gateway: TestGateway): Promise<RecordedRequest[]> {
	const instanceId = await officialInstance(gateway);
	await subscribe(meta, gateway.url, instanceId);
	const sent = [await sendText(gateway, instanceId, PHONE, 'Hello')];
	for (const kind of KINDS) {
		sent.push(
			(await gateway.post('/v1/messages/send', { instanceId, to: PHONE, ...kind })).text('messageId'),
		);
	}
	const files = [
		...SAMPLES.map((sample) => ({ ...sample, more: {} })),
		{ ...sampleNamed('a.webp'), mediaType: 'sticker', more: {} },
		{ ...sampleNamed('a.ogg'), more: { voice: true } },
	];
	for (const { name, mediaType, mimeType, bytes, more } of files) {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
		const init = { method: 'POST', headers: { authorization }, body: form };
		const upload: unknown = await (await fetch(`${gateway.url}/v1/media`, init)).json();
		const caption = mediaType === 'audio' || mediaType === 'sticker' ? {} : { caption: 'Look' };
		const file = { mediaUrl: at(upload, 'data.mediaUrl'), mediaType, ...caption, ...more };
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: PHONE, ...file });
		sent.push(answer.text('messageId'));
	}
	const template = { instanceId, to: PHONE, template: TEMPLATE };
	sent.push((await gateway.post('/v1/messages/template', template)).text('messageId'));
	for (const messageId of sent) await reached(gateway, messageId, 'sent');
	const reply = await sendText(gateway, instanceId, PHONE, 'And', { quotedMessageId: sent[0] });
	await reached(gateway, reply, 'sent');
	const id = await meta.media('image/png', Buffer.from('bytes'));
	const picture = written('wamid.in', 'image', { id, mime_type: 'image/png', sha256: 'x' });
	await meta.notify(webhook(arrived([picture])));
	await until('the picture', async () => {
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		return (history.at('data') as unknown[]).some((message) => at(message, 'direction') === 'inbound');
	});
	const reacted = await gateway.put(`/v1/messages/${sent[0]}/reaction`, { emoji: '👍' });
	if (reacted.status !== 200) throw new Error(`No reaction: ${JSON.stringify(reacted.body)}`);
	for (const what of ['read', 'typing']) {
		const answer = await gateway.post(`/v1/messages/chats/${CHAT}/${what}`, { instanceId });
		if (answer.status !== 200) throw new Error(`Not marked: ${JSON.stringify(answer.body)}`);
	}
	for (const action of ['block', 'unblock']) {
		const answer = await gateway.post(`/v1/contacts/${PHONE}/${action}`, { instanceId });
		if (answer.status !== 200) throw new Error(`Not blocked: ${JSON.stringify(answer.body)}`);
	}
	const form = new FormData();
	const { bytes, mimeType, name } = sampleNamed('a.jpg');
	form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
	const init = { method: 'POST', headers: { authorization }, body: form };
	const upload: unknown = await (await fetch(`${gateway.url}/v1/media`, init)).json();
	const profile = { about: 'Open from 9 to 17', picture: at(upload, 'data.mediaUrl') };
	const changed = await gateway.patch(`/v1/instances/${instanceId}/profile`, profile);
	if (changed.status !== 200) throw new Error(`No profile: ${JSON.stringify(changed.body)}`);
	return meta.requests();
}
