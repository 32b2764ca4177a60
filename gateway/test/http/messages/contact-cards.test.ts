import { describe, expect, it } from '@jest/globals';
import { at } from '../../support/json.ts';
import { send, sent, useSendingInstance } from '../../support/sending-suite.ts';

describe('POST /v1/messages/send with contacts', () => {
	useSendingInstance();

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

	it('answers 400 or 413 for a card of a megabyte', async () => {
		const vcard = `BEGIN:VCARD\nFN:Ada\nNOTE:${'x'.repeat(1_000_000)}\nEND:VCARD`;
		const answer = await send({ contacts: [{ vcard }] });
		expect([400, 413]).toContain(answer.status);
		expect(answer.text('error.message')).toMatch(/\.$/);
	});
});
