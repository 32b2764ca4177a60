import { CONTROLS, LONE, MEGABYTE, either, numbered, refused, type HostileValue } from './hostile-value.ts';

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
