import { SAMPLES } from '../../support/sample-files.ts';
import type { Client } from '../../support/client.ts';

/** The phones whose chats fillChats fills. */
const PHONES = ['4915112345611', '4915112345622', '4915112345633', '4915112345644'] as const;
/** Most characters of the name of a group, and of an option of a poll. */
const LONGEST_NAME = 100;

/** Uploads one of the sample files; returns its address for a message. */
export async function uploadSample(gateway: Client, name: string): Promise<string> {
	const sample = SAMPLES.find((one) => one.name === name);
	if (sample === undefined) throw new Error(`There is no sample ${name}.`);
	const form = new FormData();
	form.set('file', new Blob([new Uint8Array(sample.bytes)], { type: sample.mimeType }), sample.name);
	const { authorization = '' } = gateway.headers;
	const uploaded = await gateway.request('/v1/media', {
		method: 'POST',
		headers: { authorization },
		body: form,
	});
	return uploaded.text('data.mediaUrl');
}

/** Fills chats of an instance with messages of every kind, with `text` in each field that takes any text. */
export async function fillChats(gateway: Client, instanceId: string, text = 'Hello'): Promise<string[]> {
	const root = `/simulator/v1/instances/${instanceId}`;
	async function arrives(phone: number, message: object): Promise<string> {
		const from = PHONES[phone];
		const answer = await gateway.post(`${root}/messages`, { from, contactName: text, ...message });
		if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
		return answer.text('data.messageId');
	}
	const url = 'https://example.com/place';
	const location = { latitude: 48.2104, longitude: 16.3655, name: text, address: text, url };
	await arrives(0, { location });
	await arrives(0, { location: { latitude: -90, longitude: 180, live: true } });
	const contact = { name: text, phones: [text, '+44 20 7946 0000'], emails: [text] };
	await arrives(0, { contacts: [contact, contact, contact, contact, contact] });
	const items = [
		{ productId: text, name: text, quantity: 2, price: 4.5 },
		{ productId: text, quantity: 1 },
	];
	await arrives(0, { order: { items, total: { amount: 13, currency: 'EUR' } } });

	await arrives(1, { reply: { kind: 'button', id: text, title: text } });
	await arrives(1, { reply: { kind: 'flow', title: text, data: { answer: text, more: { deep: text } } } });
	const options = (['reply', 'url', 'phone', 'copy_code', 'other'] as const).map((kind) => ({
		kind,
		id: text,
		title: text,
		value: text,
	}));
	await arrives(1, { interactive: { header: text, body: text, footer: text, options } });

	const quoted = await arrives(2, { content: text, forwarded: true, ephemeral: true });
	await arrives(2, { content: `@4915112345611 ${text}`, mentions: [PHONES[0]], quotedMessageId: quoted });
	const edited = await arrives(2, { content: `Before ${text}` });
	await gateway.request(`${root}/messages/${edited}`, {
		method: 'PATCH',
		headers: gateway.headers,
		body: JSON.stringify({ from: PHONES[2], content: text }),
	});
	const deleted = await arrives(2, { content: 'Regretted' });
	await gateway.delete(`${root}/messages/${deleted}?from=${PHONES[2]}`);
	await arrives(2, { content: text, referral: { kind: 'ad', url, title: text, text } });

	const sticker = await uploadSample(gateway, 'a.webp');
	await arrives(3, { type: 'sticker', mediaUrl: sticker });
	const voice = await uploadSample(gateway, 'a.ogg');
	await arrives(3, { type: 'audio', mediaUrl: voice, voice: true, duration: 12 });
	for (const content of ['First', 'Second']) {
		const mediaUrl = await uploadSample(gateway, 'a.png');
		await arrives(3, { type: 'image', mediaUrl, content, albumId: 'holiday' });
	}
	for (const reason of ['view_once', 'on_phone_only', 'undecryptable', 'unknown']) {
		await arrives(3, { unsupported: { reason } });
	}
	const group = await fillGroup(gateway, instanceId, text);
	return [...PHONES.map((phone) => `${phone}@s.whatsapp.net`), group];
}

/** Makes a group with a message that several people reacted to, and a poll with votes; returns its id. */
async function fillGroup(gateway: Client, instanceId: string, text: string): Promise<string> {
	const root = `/simulator/v1/instances/${instanceId}`;
	const [from, ...participants] = PHONES;
	const group = await gateway.post(`${root}/groups`, {
		from,
		name: text.slice(0, LONGEST_NAME),
		participants,
	});
	const chatId = group.text('data.id');
	const arrives = async (message: object): Promise<string> =>
		(await gateway.post(`${root}/messages`, { from, contactName: text, chatId, ...message })).text(
			'data.messageId',
		);
	const liked = await arrives({ content: text });
	for (const [index, emoji] of ['👍', '👍', '❤️'].entries()) {
		await gateway.put(`${root}/messages/${liked}/reaction`, { from: PHONES[index + 1], emoji });
	}
	const other = `Not ${text}`.slice(0, LONGEST_NAME);
	const poll = await arrives({ poll: { question: text, options: [text, other], selectable: 1 } });
	await gateway.post(`${root}/polls/${poll}/votes`, { from: PHONES[2], options: [text] });
	await gateway.post(`${root}/polls/${poll}/votes`, { from: PHONES[3], options: [other] });
	return chatId;
}
