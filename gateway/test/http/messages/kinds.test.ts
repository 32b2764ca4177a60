import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { authorization, reached } from '../../support/media.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

const TO = '4915112345678';
const OFFICIAL = { method: 'official', businessId: '1', phoneNumberId: '2', accessToken: 'token' };
const LIMITED = { ...OFFICIAL, phoneNumberId: '100008' };
const PLACE = { latitude: 48.2104, longitude: 16.3655 };
const BODY = { text: 'Shall we deliver today?' };
const LIST = {
	type: 'list',
	body: BODY,
	action: {
		button: 'Choose',
		sections: [
			{ title: 'Morning', rows: [{ id: '8', title: 'At eight' }] },
			{ title: 'Evening', rows: [{ id: '18', title: 'At six', description: 'Until seven' }] },
		],
	},
};
const BUTTONS = {
	type: 'button',
	header: { type: 'image', image: { link: 'https://example.com/a.jpg' } },
	body: BODY,
	footer: { text: 'Your shop' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
};
const LINK = {
	type: 'cta_url',
	body: BODY,
	action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/' } },
};
const LOCATION_REQUEST = {
	type: 'location_request_message',
	body: BODY,
	action: { name: 'send_location' },
};
const FLOW = {
	type: 'flow',
	header: { type: 'text', text: 'Booking' },
	body: BODY,
	action: {
		name: 'flow',
		parameters: {
			flow_message_version: '3',
			flow_id: '1',
			flow_cta: 'Book',
			flow_action: 'navigate',
			flow_action_payload: { screen: 'FIRST', data: { day: '2026-12-24' } },
		},
	},
};

describe('POST /v1/messages/send with other kinds than texts and files', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let officialId: string;
	let limitedId: string;

	const official = async (credentials: object): Promise<string> => {
		const id = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, credentials);
		return id;
	};

	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		officialId = await official(OFFICIAL);
		limitedId = await official(LIMITED);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
	});

	const send = (fields: object) => gateway.post('/v1/messages/send', { instanceId, to: TO, ...fields });
	/** Sends a message; returns its item in the history. */
	const sent = async (fields: { instanceId?: string } & Record<string, unknown>): Promise<unknown> => {
		const answer = await send(fields);
		expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
		const history = await gateway.get(`/v1/messages?instanceId=${fields.instanceId ?? instanceId}&limit=1`);
		expect(history.at('data.0.messageId')).toBe(answer.at('messageId'));
		return history.at('data.0');
	};

	it('sends a location with a sentence as its content', async () => {
		const location = {
			...PLACE,
			name: 'Café Central',
			address: 'Herrengasse 14',
			url: 'https://example.com/',
		};
		const item = await sent({ location });
		expect(item).toMatchObject({
			type: 'location',
			content: 'Location: Café Central, Herrengasse 14 (48.2104, 16.3655)',
			location: { ...location, live: false },
		});
		const { event } = await receiver.find(
			'message.sent',
			(request) => request.at('data.messageId') === at(item, 'messageId'),
		);
		expect(at(event, 'data')).toMatchObject({ type: 'location', content: at(item, 'content') });
	});

	it('takes the poles and the date line', async () => {
		for (const [latitude, longitude] of [
			[90, 180],
			[-90, -180],
			[0, 0],
		]) {
			expect(await sent({ location: { latitude, longitude } })).toMatchObject({
				location: { latitude, longitude, name: null, address: null, url: null },
			});
		}
	});

	it('sends a poll with its counts', async () => {
		const poll = { question: 'Where shall we eat?', options: ['Pizza', 'Pasta', '👩‍👩‍👧‍👦🏳️‍🌈'], selectable: 2 };
		expect(await sent({ poll })).toMatchObject({
			type: 'poll',
			content: 'Poll: Where shall we eat? Pizza / Pasta / 👩‍👩‍👧‍👦🏳️‍🌈',
			poll: { ...poll, counts: poll.options.map((option) => ({ option, votes: 0 })) },
		});
		const single = await sent({ poll: { question: 'Tea?', options: ['Yes', 'No'] } });
		expect(at(single, 'poll.selectable')).toBe(1);
	});

	it('makes the card of a contact', async () => {
		const contact = {
			name: 'Ada Lovelace',
			phones: ['+44 20 7946 0000', '0151 234'],
			emails: ['ada@example.com'],
		};
		expect(await sent({ contacts: [contact] })).toMatchObject({
			type: 'contacts',
			content: 'Contact: Ada Lovelace, +44 20 7946 0000, 0151 234',
			contacts: [
				{
					...contact,
					vcard: [
						'BEGIN:VCARD',
						'VERSION:3.0',
						'N:;Ada Lovelace;;;',
						'FN:Ada Lovelace',
						'TEL;TYPE=CELL;waid=442079460000:+44 20 7946 0000',
						'TEL;TYPE=CELL:0151 234',
						'EMAIL;TYPE=INTERNET:ada@example.com',
						'END:VCARD',
						'',
					].join('\r\n'),
				},
			],
		});
	});

	it('keeps the values of a card from adding lines or fields to it', async () => {
		const name = 'Ada;Lovelace, \\ Countess\r\nTEL:+1\u2028EMAIL:x@example.com';
		const item = await sent({ contacts: [{ name, phones: ['+44 20 7946 0000;type=x,1'] }] });
		const lines = String(at(item, 'contacts.0.vcard')).split(/\r\n|[\r\n\u2028\u2029]/);
		expect(lines).toEqual([
			'BEGIN:VCARD',
			'VERSION:3.0',
			'N:;Ada\\;Lovelace\\, \\\\ Countess TEL:+1 EMAIL:x@example.com;;;',
			'FN:Ada\\;Lovelace\\, \\\\ Countess TEL:+1 EMAIL:x@example.com',
			'TEL;TYPE=CELL;waid=4420794600001:+44 20 7946 0000\\;type=x\\,1',
			'END:VCARD',
			'',
		]);
		expect(at(item, 'contacts.0.name')).toBe('Ada;Lovelace, \\ Countess TEL:+1 EMAIL:x@example.com');
	});

	it('reads what a request leaves out from the card that it gives', async () => {
		const vcard = [
			'BEGIN:VCARD',
			'VERSION:3.0',
			'N:Lovelace;Ada;;Countess;',
			'item1.TEL;TYPE=CELL:+44 20',
			'  7946 0000',
			'EMAIL:ada\\,a@example.com',
			'PHOTO;ENCODING=b:AAAA',
			'END:VCARD',
		].join('\n');
		expect(await sent({ contacts: [{ vcard }] })).toMatchObject({
			contacts: [
				{ name: 'Countess Ada Lovelace', phones: ['+44 20 7946 0000'], emails: ['ada,a@example.com'], vcard },
			],
		});
	});

	it.each([
		['buttons', BUTTONS],
		['a list', LIST],
		['a link', LINK],
		['a request for a location', LOCATION_REQUEST],
		['a flow', FLOW],
	])('sends %s in the shape of Meta', async (_what, interactive) => {
		expect(await sent({ instanceId: officialId, interactive })).toMatchObject({
			type: 'text',
			content: BODY.text,
			interactive,
		});
	});

	it('sends mentions by ids, each once, and says whether a link is shown with a preview', async () => {
		const mentions = [TO, `${TO}@s.whatsapp.net`, '123456789012345@lid'];
		const item = await sent({ message: 'Ask @4915112345678', mentions, linkPreview: false });
		expect(at(item, 'mentions')).toEqual([`${TO}@s.whatsapp.net`, '123456789012345@lid']);
		expect(item).not.toHaveProperty('linkPreview');
	});

	it.each<[string, object, string]>([
		['no content', {}, '"message" is required'],
		[
			'a text and a poll',
			{ message: 'a', poll: { question: 'a', options: ['b', 'c'] } },
			'"poll" does not go',
		],
		[
			'a location and contacts',
			{ location: PLACE, contacts: [{ name: 'a', phones: ['123'] }] },
			'"contacts"',
		],
		['a caption beside a location', { location: PLACE, caption: 'x' }, '"caption"'],
		['a voice note without a file', { message: 'x', voice: true }, '"voice"'],
		[
			'a voice note that is an image',
			{ mediaUrl: 'https://x.example/', mediaType: 'image', voice: true },
			'"voice"',
		],
		[
			'a caption beside a sticker',
			{ mediaUrl: 'https://x.example/', mediaType: 'sticker', caption: 'x' },
			'"caption"',
		],
		[
			'a preview beside a file',
			{ mediaUrl: 'https://x.example/', mediaType: 'image', linkPreview: true },
			'"linkPreview"',
		],
		['mentions without a text', { location: PLACE, mentions: [TO] }, '"mentions"'],
		['mentions of nobody', { message: 'x', mentions: [] }, '"mentions"'],
		[
			'257 mentions',
			{ message: 'x', mentions: Array.from({ length: 257 }, (_, i) => String(4_915_100_000_000 + i)) },
			'"mentions"',
		],
		['a latitude beyond the pole', { location: { latitude: 90.0001, longitude: 0 } }, '"location.latitude"'],
		[
			'a longitude beyond the date line',
			{ location: { latitude: 0, longitude: -180.5 } },
			'"location.longitude"',
		],
		['a latitude as a text', { location: { latitude: 'NaN', longitude: 0 } }, '"location.latitude"'],
		['a latitude that is null', { location: { latitude: null, longitude: 0 } }, '"location.latitude"'],
		['no longitude', { location: { latitude: 0 } }, '"location.longitude"'],
		[
			'a place with a script for an address',
			{ location: { ...PLACE, url: 'javascript:alert(1)' } },
			'"location.url"',
		],
		['a name of 1,001 characters', { location: { ...PLACE, name: 'x'.repeat(1001) } }, '"location.name"'],
		['no contact', { contacts: [] }, '"contacts"'],
		[
			'101 contacts',
			{ contacts: Array.from({ length: 101 }, () => ({ name: 'a', phones: ['123'] })) },
			'"contacts"',
		],
		['a contact without a number', { contacts: [{ name: 'Ada' }] }, '"contacts.0"'],
		['a contact without a name', { contacts: [{ phones: ['+44 20'] }] }, '"contacts.0.name"'],
		[
			'a contact with a blank name',
			{ contacts: [{ name: ' \n ', phones: ['+44 20'] }] },
			'"contacts.0.name"',
		],
		[
			'a number with a line break',
			{ contacts: [{ name: 'Ada', phones: ['+44\r\nNOTE:x'] }] },
			'"contacts.0.phones.0"',
		],
		[
			'an address with a line break',
			{ contacts: [{ name: 'Ada', emails: ['a@b\nNOTE:x'] }] },
			'"contacts.0.emails.0"',
		],
		['a card that is none', { contacts: [{ name: 'Ada', vcard: 'Ada' }] }, '"contacts.0.vcard"'],
		['a card without an end', { contacts: [{ vcard: 'BEGIN:VCARD\nFN:Ada' }] }, '"contacts.0.vcard"'],
		['a poll with one option', { poll: { question: 'a', options: ['b'] } }, '"poll.options"'],
		[
			'a poll with 13 options',
			{ poll: { question: 'a', options: Array.from({ length: 13 }, String) } },
			'"poll.options"',
		],
		[
			'a poll with 10,000 options',
			{ poll: { question: 'a', options: Array.from({ length: 10_000 }, String) } },
			'"poll.options"',
		],
		[
			'a poll with the same option twice',
			{ poll: { question: 'a', options: ['b', ' b '] } },
			'"poll.options.1"',
		],
		['a poll with a blank option', { poll: { question: 'a', options: ['b', ' '] } }, '"poll.options.1"'],
		['a poll without a question', { poll: { question: ' ', options: ['b', 'c'] } }, '"poll.question"'],
		[
			'a poll with too many answers',
			{ poll: { question: 'a', options: ['b', 'c'], selectable: 3 } },
			'"poll.selectable"',
		],
		[
			'a poll with no answer',
			{ poll: { question: 'a', options: ['b', 'c'], selectable: 0 } },
			'"poll.selectable"',
		],
		[
			'an unknown field of a poll',
			{ poll: { question: 'a', options: ['b', 'c'], quiz: true } },
			'"poll.quiz"',
		],
		['a time without a zone', { message: 'x', sendAt: '2026-12-24T18:00:00' }, '"sendAt"'],
		['a leap second', { message: 'x', sendAt: '2026-12-31T23:59:60Z' }, '"sendAt"'],
		['a time that is none', { message: 'x', sendAt: 'NaN' }, '"sendAt"'],
		['half of an emoji', { poll: { question: '\ud83d', options: ['b', 'c'] } }, 'surrogate'],
		['a null character', { location: { ...PLACE, name: 'a\0b' } }, 'null character'],
	])('answers 400 for %s and names the field', async (_what, fields, field) => {
		const answer = await send(fields);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	const row = (id: number) => ({ id: String(id), title: `Row ${id}` });
	it.each<[string, object, string]>([
		['no type', { body: BODY, action: {} }, '"interactive.type"'],
		['an unknown type', { ...LINK, type: 'product' }, '"interactive.type" must be one of button, list'],
		['no body', { type: 'button', action: BUTTONS.action }, '"interactive.body"'],
		['a blank body', { ...BUTTONS, body: { text: ' ' } }, '"interactive.body.text"'],
		[
			'a body of 1,025 characters',
			{ ...BUTTONS, body: { text: 'x'.repeat(1025) } },
			'"interactive.body.text"',
		],
		['no buttons', { ...BUTTONS, action: { buttons: [] } }, '"interactive.action.buttons"'],
		[
			'four buttons',
			{ ...BUTTONS, action: { buttons: [1, 2, 3, 4].map((id) => ({ type: 'reply', reply: row(id) })) } },
			'"interactive.action.buttons"',
		],
		[
			'two buttons of one id',
			{
				...BUTTONS,
				action: { buttons: ['a', 'b'].map((title) => ({ type: 'reply', reply: { id: '1', title } })) },
			},
			'"interactive.action.buttons.1.reply.id"',
		],
		[
			'a header by HTTP',
			{ ...BUTTONS, header: { type: 'image', image: { link: 'http://x.example/a' } } },
			'image.link',
		],
		[
			'a header without a file',
			{ ...BUTTONS, header: { type: 'video', video: {} } },
			'interactive.header.video',
		],
		[
			'a header of an unknown type',
			{ ...BUTTONS, header: { type: 'gif' } },
			'"interactive.header.type" must be one of',
		],
		[
			'a list with a picture',
			{ ...LIST, header: BUTTONS.header },
			'"interactive.header.type" must be one of text',
		],
		[
			'a list of eleven rows',
			{
				...LIST,
				action: {
					button: 'x',
					sections: [
						{ title: 'a', rows: [1, 2, 3, 4, 5, 6].map(row) },
						{ title: 'b', rows: [7, 8, 9, 10, 11].map(row) },
					],
				},
			},
			'at most 10 rows',
		],
		[
			'sections without titles',
			{ ...LIST, action: { button: 'x', sections: [{ rows: [row(1)] }, { rows: [row(2)] }] } },
			'"interactive.action.sections.0.title"',
		],
		[
			'a link that runs a script',
			{ ...LINK, action: { name: 'cta_url', parameters: { display_text: 'x', url: 'javascript:1' } } },
			'"interactive.action.parameters.url"',
		],
		[
			'an unknown action',
			{ ...LOCATION_REQUEST, action: { name: 'send_money' } },
			'"interactive.action.name"',
		],
		[
			'a flow with an id and a name',
			{ ...FLOW, action: { name: 'flow', parameters: { ...FLOW.action.parameters, flow_name: 'x' } } },
			'"interactive.action.parameters"',
		],
		[
			'a flow of 20 kB',
			{
				...FLOW,
				action: {
					name: 'flow',
					parameters: { ...FLOW.action.parameters, flow_action_payload: { data: { x: 'x'.repeat(20_000) } } },
				},
			},
			'"interactive" must be at most',
		],
		['an unknown field', { ...LINK, sticker: true }, '"interactive.sticker"'],
	])('answers 400 for an interactive message with %s', async (_what, interactive, field) => {
		const answer = await send({ instanceId: officialId, interactive });
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	it('answers 400 or 413 for a card of a megabyte', async () => {
		const vcard = `BEGIN:VCARD\nFN:Ada\nNOTE:${'x'.repeat(1_000_000)}\nEND:VCARD`;
		const answer = await send({ contacts: [{ vcard }] });
		expect([400, 413]).toContain(answer.status);
		expect(answer.text('error.message')).toMatch(/\.$/);
	});

	it.each([
		['a poll', { poll: { question: 'a', options: ['b', 'c'] } }, /Polls .* instance connected by QR code/],
		['mentions', { message: 'x', mentions: [TO] }, /Mentions .* instance connected by QR code/],
	])(
		'answers official_api_instance for %s where only a QR code offers it',
		async (_what, fields, sentence) => {
			const answer = await send({ ...fields, instanceId: limitedId });
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_instance']);
			expect(answer.text('error.message')).toMatch(sentence);
		},
	);

	it('answers official_api_required for an interactive message by QR code', async () => {
		const answer = await send({ interactive: BUTTONS });
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_required']);
		expect(answer.text('error.message')).toMatch(/Interactive messages .* poll/);
	});

	it('sends again what an earlier request with the same Idempotency-Key has sent, whatever its kind', async () => {
		const poll = { question: 'Once?', options: ['Yes', 'No'] };
		const request = () =>
			gateway.request('/v1/messages/send', {
				method: 'POST',
				headers: {
					authorization,
					'content-type': 'application/json',
					'idempotency-key': 'poll-1',
				},
				body: JSON.stringify({ instanceId, to: TO, poll }),
			});
		const first = await request();
		const second = await request();
		expect(second.at('messageId')).toBe(first.at('messageId'));
		await reached(gateway, first.text('messageId'), 'read');
	});
});
