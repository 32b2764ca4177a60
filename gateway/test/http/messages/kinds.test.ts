import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../support/json.ts';
import { authorization, reached } from '../../support/media.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { limitedInstance } from '../../support/requests.ts';
import { gateway, instanceId, send, sent, TO, useSendingInstance } from '../../support/sending-suite.ts';

const PLACE = { latitude: 48.2104, longitude: 16.3655 };

describe('POST /v1/messages/send with other kinds than texts and files', () => {
	let receiver: Receiver;
	let limitedId: string;

	useSendingInstance();
	beforeAll(async () => {
		receiver = await startReceiver();
		limitedId = await limitedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
	});
	afterAll(async () => {
		await receiver.close();
	});

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

	it('sends mentions by ids, each once, and says whether a link is shown with a preview', async () => {
		const mentions = [TO, `${TO}@s.whatsapp.net`, '123456789012345@lid'];
		const item = await sent({ message: 'Ask @4915112345678', mentions, linkPreview: false });
		expect(at(item, 'mentions')).toEqual([`${TO}@s.whatsapp.net`, '123456789012345@lid']);
		expect(item).not.toHaveProperty('linkPreview');
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

	it('repeats the response of an earlier request with the same Idempotency-Key, for every kind', async () => {
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
