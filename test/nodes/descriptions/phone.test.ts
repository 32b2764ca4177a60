import { describe, expect, it } from '@jest/globals';

import { toRecipient } from '../../../nodes/MessagingGateway/descriptions/phone.ts';

describe('toRecipient', () => {
	it.each([
		['4915112345678', '4915112345678'],
		[' +49 151 12345678 ', '4915112345678'],
		['+1 (555) 010-9999', '15550109999'],
		['+49 (0)151/123.456-78', '4915112345678'],
		['0049 151 12345678', '4915112345678'],
		['+49\u00a0151\u201112345678', '4915112345678'],
		['4915112345678.0', '4915112345678'],
		['+4915112345678.00', '4915112345678'],
		['\u202a+49 151 12345678\u202c', '4915112345678'],
		['\u200e4915112345678\ufeff', '4915112345678'],
		['\u2068120363041234567890@g.us\u2069', '120363041234567890@g.us'],
		['4915112345678@s.whatsapp.net', '4915112345678'],
		['120363041234567890@g.us', '120363041234567890@g.us'],
		['4915112345678-1400000000@g.us', '4915112345678-1400000000@g.us'],
		[' 123456789012345@lid ', '123456789012345@lid'],
		['US.1234567890abc@bsuid', 'US.1234567890abc@bsuid'],
		['https://wa.me/4915112345678', '4915112345678'],
		['wa.me/4915112345678?text=Hello', '4915112345678'],
		['https://api.whatsapp.com/send?phone=%2B4915112345678&text=Hello', '4915112345678'],
		['https://web.whatsapp.com/send/?text=Hello&phone=4915112345678', '4915112345678'],
	])('converts %s to %s', (input, recipient) => {
		expect(toRecipient(input)).toBe(recipient);
	});

	it.each([
		'',
		'+',
		'my aunt',
		'4915112345678 or so',
		'someone@example.com',
		'12x@g.us',
		'123@lid',
		'@bsuid',
		'undefined',
	])('returns undefined for "%s"', (input) => {
		expect(toRecipient(input)).toBeUndefined();
	});
});
