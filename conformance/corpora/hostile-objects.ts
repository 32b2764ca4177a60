import {
	CONTROLS,
	LONE,
	MEGABYTE,
	either,
	numbered,
	refused,
	refusedJson,
	type HostileValue,
} from './hostile-value.ts';

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
	either('control characters', poll({ question: `a${CONTROLS}`, options: [`a${CONTROLS}`, 'b\u0001'] })),
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
	either('the shape of a received one', {
		body: CONTROLS,
		options: [{ kind: 'reply', id: '__proto__', title: CONTROLS, value: 'javascript:alert(1)' }],
	}),
	{ what: 'answers 200 deep', json: flow(nested(200)), refused: false },
];
