import { describe, expect, it } from '@jest/globals';
import { send, TO, useSendingInstance } from '../../support/sending-suite.ts';

const PLACE = { latitude: 48.2104, longitude: 16.3655 };

describe('POST /v1/messages/send with fields that it refuses', () => {
	useSendingInstance();

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
});
