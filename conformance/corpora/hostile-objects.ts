/** A value of a field, and whether a request to send must refuse it. */
export interface HostileValue {
	what: string;
	/** The value as JSON, which can be one that no parser keeps, such as 1e400. */
	json: string;
	refused: boolean;
}

const refused = (what: string, value: unknown): HostileValue => of(what, value, true);
const either = (what: string, value: unknown): HostileValue => of(what, value, false);
const of = (what: string, value: unknown, isRefused: boolean): HostileValue => ({
	what,
	json: JSON.stringify(value),
	refused: isRefused,
});
const refusedJson = (what: string, json: string): HostileValue => ({ what, json, refused: true });

const MEGABYTE = 1_000_000;
const LONE = '\ud83d';
/** Characters that end lines, hide text or turn its direction. */
const CONTROLS = '\u0000\u0007\u001b[31m\u202e\u2066\u2028\u2029\u0085\r\n';
const numbered = (count: number, text: string): string[] =>
	Array.from({ length: count }, (_, index) => `${text} ${index}`);

const place = (fields: object): object => ({ latitude: 48.2, longitude: 16.4, ...fields });
export const HOSTILE_LOCATIONS: readonly HostileValue[] = [
	refused('a latitude north of the pole', place({ latitude: 90.000001 })),
	refused('a latitude south of the pole', place({ latitude: -91 })),
	refused('a longitude beyond the date line', place({ longitude: 180.1 })),
	refused('the largest number as longitude', place({ longitude: Number.MAX_VALUE })),
	refusedJson('an infinite latitude', '{"latitude":1e400,"longitude":1}'),
	refusedJson('the literal NaN', '{"latitude":NaN,"longitude":1}'),
	...['NaN', 'Infinity', '48.2', '0x10', ''].map((text) =>
		refused(`the text "${text}" as latitude`, place({ latitude: text })),
	),
	refused('no longitude', { latitude: 48.2 }),
	refused('a name of a megabyte', place({ name: 'x'.repeat(MEGABYTE) })),
	refused('a URL with a script', place({ url: 'javascript:alert(1)' })),
	refused('a prototype', JSON.parse('{"latitude":1,"longitude":1,"__proto__":{"live":true}}')),
	refused('a live position', place({ live: true })),
	refused('a list', [place({})]),
	either('the pole', place({ latitude: 90, longitude: -180 })),
	either('the smallest number', place({ latitude: Number.MIN_VALUE, longitude: -0 })),
	either('control characters as name', place({ name: CONTROLS, address: `<script>${CONTROLS}` })),
	either('lone surrogates', place({ name: LONE, address: `a${LONE}b` })),
];

const poll = (fields: object): object => ({ question: 'When?', options: ['Monday', 'Tuesday'], ...fields });
export const HOSTILE_POLLS: readonly HostileValue[] = [
	refused('10,000 options', poll({ options: numbered(10_000, 'Option') })),
	refused('13 options', poll({ options: numbered(13, 'Option') })),
	refused('one option', poll({ options: ['Monday'] })),
	refused('no options', poll({ options: [] })),
	refused('options that are equal', poll({ options: ['Monday', 'Monday'] })),
	refused('options that are equal after trimming', poll({ options: ['Monday', ' Monday\t'] })),
	refused('options of spaces', poll({ options: ['Monday', ' \u00a0\u3000'] })),
	refused('an option of a megabyte', poll({ options: ['Monday', 'x'.repeat(MEGABYTE)] })),
	refused('a question of spaces', poll({ question: ' \t\u2003' })),
	refused('a question of a megabyte', poll({ question: 'x'.repeat(MEGABYTE) })),
	refused('more selectable than options', poll({ selectable: 3 })),
	refused('none selectable', poll({ selectable: 0 })),
	refused('half an option selectable', poll({ selectable: 0.5 })),
	refusedJson('infinitely many selectable', '{"question":"?","options":["a","b"],"selectable":1e999}'),
	refused('nested options', poll({ options: [['Monday'], ['Tuesday']] })),
	refused('options as an object', poll({ options: { 0: 'Monday', 1: 'Tuesday', length: 2 } })),
	either('options that differ in case', poll({ options: ['monday', 'MONDAY'] })),
	either('options that differ in normalization', poll({ options: ['\u00e9', 'e\u0301'] })),
	either('options named as properties', poll({ options: ['__proto__', 'constructor', 'toString'] })),
	either('lone surrogates', poll({ question: LONE, options: [LONE, '\ude00'] })),
	either('control characters', poll({ question: `a${CONTROLS}`, options: [`a${CONTROLS}`, 'b\u0000'] })),
];

const card = (lines: readonly string[]): string =>
	['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
const ada = (fields: object): object[] => [{ name: 'Ada', phones: ['+44 20 7946 0000'], ...fields }];
export const HOSTILE_CONTACTS: readonly HostileValue[] = [
	refused('a card of a megabyte', [{ vcard: card([`FN:${'x'.repeat(MEGABYTE)}`]) }]),
	refused('10,000 contacts', Array(10_000).fill(ada({})[0])),
	refused('no contacts', []),
	refused('a contact without anything', [{}]),
	refused('a card without an end', [{ vcard: 'BEGIN:VCARD\r\nFN:Ada' }]),
	refused('a card that ends before it begins', [{ vcard: 'END:VCARD\r\nBEGIN:VCARD\r\nFN:Ada' }]),
	refused('a card without a name', [{ vcard: card(['TEL:+4420']) }]),
	refused('a name of spaces', ada({ name: ' \r\n\t' })),
	refused('a name without a number', [{ name: 'Ada' }]),
	refused('a line break in a number', ada({ phones: ['+44\r\nEND:VCARD\r\nBEGIN:VCARD'] })),
	refused('a line break in an address', ada({ emails: ['a@example.com\r\nTEL:+1'] })),
	refused('1,000 numbers', ada({ phones: numbered(1000, '+44 20') })),
	either('a line break in a name', ada({ name: 'Ada\r\nTEL:+1 900\r\nEND:VCARD' })),
	either('separators in a name', ada({ name: 'Ada;Lovelace,\\n\\;:\u2028TEL:+1' })),
	either('a name of lone surrogates', ada({ name: `${LONE}${LONE}` })),
	either('a card of 5,000 lines', [{ vcard: card(['FN:Ada', ...Array<string>(2000).fill('TEL:1')]) }]),
	either('a card of folded lines', [{ vcard: card([`FN:A${'\r\n b'.repeat(3000)}`]) }]),
	either('a card inside a card', [{ vcard: card(['FN:Ada', card(['FN:Eve', 'TEL:+1'])]) }]),
	either('a card of colons', [{ vcard: card(['FN:Ada', ':'.repeat(10_000), ';'.repeat(3000)]) }]),
	either('a card of backslashes', [{ vcard: card(['FN:Ada', `N:${'\\'.repeat(10_000)}`]) }]),
	either('control characters in a card', [{ vcard: card([`FN:${CONTROLS}Ada`]) }]),
];

/** Emoji, and texts that are none. */
export const HOSTILE_EMOJI: readonly HostileValue[] = [
	...['👨‍👩‍👧‍👦', '🇦🇹', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏽‍❤️‍💋‍👨🏿', '1️⃣', '❤️', '❤'].map((emoji) => either(emoji, emoji)),
	refused('100 emoji joined', Array(100).fill('👩').join('\u200d')),
	refused('a million emoji', '👍'.repeat(100_000)),
	refused('two emoji', '👍👎'),
	refused('an emoji with a letter', '👍a'),
	refused('an emoji with a space', ' 👍'),
	refused('a letter', 'a'),
	refused('a digit', '1'),
	refused('a letter with 60 accents', `a${'\u0301'.repeat(60)}`),
	refused('nothing', ''),
	refused('a space', ' '),
	refused('half an emoji', LONE),
	refused('the other half', '\ude00'),
	refused('only a joiner', '\u200d'),
	refused('only a selector', '\ufe0f'),
	refused('only a skin tone and a letter', '🏽x'),
	refused('a line break', '\r\n'),
	refused('a NUL', '\u0000'),
	refused('a list', ['👍']),
];

/** Ids of people; those that must be refused have no possible form. */
export const HOSTILE_PEOPLE: readonly HostileValue[] = [
	refused('a LID without digits', '@lid'),
	refused('a LID of letters', 'abcdefgh@lid'),
	refused('a LID of 5,000 digits', `${'1'.repeat(5000)}@lid`),
	refused('a LID of other digits', '١٢٣٤٥٦٧٨٩@lid'),
	refused('a LID of a device', '123456789012345:17@lid'),
	refused('a LID and a line break', '123456789012345@lid\n'),
	refused('a LID and another id', '123456789012345@lid@s.whatsapp.net'),
	refused('a BSUID without a country', 'abc@bsuid'),
	refused('a BSUID of a country', 'DE.@bsuid'),
	refused('a BSUID with a path', 'DE.../../etc/passwd@bsuid'),
	refused('a BSUID with an injection', "DE.x' OR '1'='1@bsuid"),
	refused('a BSUID of a megabyte', `DE.${'a'.repeat(900_000)}@bsuid`),
	refused('an id of a megabyte', `${'1'.repeat(900_000)}@s.whatsapp.net`),
	refused('a phone with a device', '4915112345678:2@s.whatsapp.net'),
	refused('another domain', '4915112345678@example.com'),
	refused('a channel', '120363123456789012@newsletter'),
	refused('the status list', 'status@broadcast'),
	refused('an object', { user: '4915112345678', server: 's.whatsapp.net' }),
	refused('a name of a property', '__proto__'),
	refused('a NUL', '4915112345678\u0000'),
	refused('a lone surrogate', LONE),
	refused('nothing', ''),
	either('a LID', '123456789012345@lid'),
	either('a BSUID', 'DE.1A2b3C4d5E6f7G8h9I0j@bsuid'),
	either('a BSUID of points', 'DE.....@bsuid'),
	either('a phone id', '4915112345678@s.whatsapp.net'),
	either('the longest phone', '999999999999999'),
];

export const HOSTILE_MENTIONS: readonly HostileValue[] = [
	refused('nobody', []),
	refused('10,000 people', Array(10_000).fill('4915112345678')),
	refused('257 people', Array(257).fill('4915112345678')),
	refused('a group', ['120363123456789012@g.us']),
	refused('everybody', ['all']),
	...HOSTILE_PEOPLE.map(({ what, json, refused: isRefused }) => ({
		what,
		json: `[${json}]`,
		refused: isRefused,
	})),
	either('the same person 256 times', Array(256).fill('4915112345678')),
	either('people whom the text does not mention', ['123456789012345@lid', 'DE.abc@bsuid']),
];

const buttons = (fields: object): object => ({
	type: 'button',
	body: { text: 'Which?' },
	action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
	...fields,
});
const flow = (data: string): string =>
	`{"type":"flow","body":{"text":"Book"},"action":{"name":"flow","parameters":{"flow_message_version":"3","flow_id":"1","flow_cta":"Book","flow_action_payload":{"data":{"a":${data}}}}}}`;
const list = (rows: readonly object[], sections = 1): object => ({
	type: 'list',
	body: { text: 'Which?' },
	action: {
		button: 'Choose',
		sections: Array.from({ length: sections }, (_, index) => ({ title: `Part ${index}`, rows })),
	},
});
const reply = (id: string, title: string): object => ({ type: 'reply', reply: { id, title } });
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
export const HOSTILE_INTERACTIVES: readonly HostileValue[] = [
	refusedJson('answers 50,000 deep', flow(nested(50_000))),
	refusedJson('100,000 lists', flow(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
	refusedJson('the whole 50,000 deep', nested(50_000)),
	refused('answers over 16 KiB', JSON.parse(flow(JSON.stringify('ä'.repeat(9000))))),
	refused('an unknown type', buttons({ type: 'carousel' })),
	refused('a type that is a property', buttons({ type: '__proto__' })),
	refused('no type', { body: { text: 'Which?' } }),
	refused('the action of another type', buttons({ type: 'list' })),
	refused('a blank body', buttons({ body: { text: ' \u00a0' } })),
	refused('four buttons', buttons({ action: { buttons: ['a', 'b', 'c', 'd'].map((id) => reply(id, id)) } })),
	refused('equal ids', buttons({ action: { buttons: [reply('a', 'A'), reply('a', 'B')] } })),
	refused('equal titles', buttons({ action: { buttons: [reply('a', 'A'), reply('b', 'A')] } })),
	refused('an id of a megabyte', buttons({ action: { buttons: [reply('x'.repeat(MEGABYTE), 'A')] } })),
	refused('a header without a file', buttons({ header: { type: 'image', image: {} } })),
	refused('a header of a script', buttons({ header: { type: 'image', image: { link: 'javascript:1' } } })),
	refused(
		'a header with two files',
		buttons({ header: { type: 'image', image: { link: 'https://a.b', id: '1' } } }),
	),
	refused('100 sections', list([{ id: '1', title: 'One' }], 100)),
	refused('equal rows in two sections', list([{ id: '1', title: 'One' }], 2)),
	refused('11 rows', list(numbered(11, 'Row').map((title) => ({ id: title, title })))),
	refused('an unknown field', buttons({ surplus: true })),
	refused('a list', [buttons({})]),
	either(
		'ids named as properties',
		buttons({ action: { buttons: [reply('__proto__', 'A'), reply('constructor', 'B')] } }),
	),
	either('lone surrogates', buttons({ body: { text: LONE }, action: { buttons: [reply(LONE, LONE)] } })),
	either('control characters', buttons({ body: { text: `a${CONTROLS}` } })),
	{ what: 'answers 200 deep', json: flow(nested(200)), refused: false },
];

const DAY = 86_400_000;
/** Times to send at, as seen at `now` (epoch milliseconds). */
export function hostileTimes(now: number): HostileValue[] {
	const iso = (time: number): string => new Date(time).toISOString();
	const soon = iso(now + DAY);
	return [
		refused('the year 275760', '+275760-09-13T00:00:00.000Z'),
		refused('beyond all years', '+275760-09-13T00:00:00.001Z'),
		refused('the year 9999', '9999-12-31T23:59:59.999Z'),
		refused('a negative year', '-000001-01-01T00:00:00Z'),
		refused('the year 0', '0000-01-01T00:00:00Z'),
		refused('before 1970', '1969-12-31T23:59:59Z'),
		refused('yesterday', iso(now - DAY)),
		refused('in 31 days', iso(now + 31 * DAY)),
		refused('a leap second', `${soon.slice(0, 10)}T23:59:60Z`),
		refused('hour 24', `${soon.slice(0, 10)}T24:00:00Z`),
		refused('day 32', `${soon.slice(0, 8)}32T12:00:00Z`),
		refused('30 February', '2028-02-30T12:00:00Z'),
		refused('no zone', soon.slice(0, -1)),
		refused('a zone of 99 hours', `${soon.slice(0, -1)}+99:00`),
		refused('the name of a zone', `${soon.slice(0, -1)}[Europe/Vienna]`),
		refused('no time', soon.slice(0, 10)),
		refused('other digits', soon.replace('2', '٢')),
		refused('words', 'tomorrow'),
		refused('a number', now + DAY),
		refused('digits', String(now + DAY)),
		refused('spaces around it', ` ${soon} `),
		refused('a NUL', `${soon}\u0000`),
		refused('a megabyte of digits', `${soon.slice(0, -1)}${'0'.repeat(MEGABYTE)}Z`),
		refused('nothing', ''),
		either('nanoseconds', `${soon.slice(0, -1)}123456Z`),
		either('small letters', soon.toLowerCase()),
		either('another zone', `${soon.slice(0, -1)}+05:45`),
	];
}

/** Texts of edits. */
export const HOSTILE_TEXTS: readonly HostileValue[] = [
	refused('nothing', ''),
	refused('a megabyte', 'x'.repeat(MEGABYTE)),
	refused('an object', { text: 'Hello' }),
	either('control characters', CONTROLS),
	either('lone surrogates', `${LONE}a${LONE}`),
	either('marks without a letter', '\u0301'.repeat(1000)),
	either('only spaces', '   '),
];

/** Options that somebody votes for in a poll of Monday and Tuesday. */
export const HOSTILE_VOTES: readonly HostileValue[] = [
	refused('an option that the poll does not have', ['Sunday']),
	refused('10,000 options', numbered(10_000, 'Option')),
	refused('the same option twice', ['Monday', 'Monday']),
	refused('more options than are selectable', ['Monday', 'Tuesday']),
	refused('an option with a space', ['Monday ']),
	refused('an option in small letters', ['monday']),
	refused('a name of a property', ['__proto__']),
	refused('an index', [0]),
	refused('a text', 'Monday'),
	refused('a lone surrogate', [LONE]),
	either('nothing', []),
	either('one', ['Monday']),
];
