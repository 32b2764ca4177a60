import type { Random } from '../../chaos/random.ts';

/** Texts that often break programs. */
const TEXTS = [
	'',
	' ',
	'0',
	'-1',
	'NaN',
	'1e999',
	'9007199254740993',
	'99999999999999999999999999',
	'true',
	'null',
	'undefined',
	'[object Object]',
	'__proto__',
	'constructor',
	'toString',
	'@',
	'@lid',
	'@s.whatsapp.net',
	'@g.us',
	'status@broadcast',
	'0@newsletter',
	':1@s.whatsapp.net',
	'4915100000000:99999@s.whatsapp.net',
	'x@s.whatsapp.net',
	'-@g.us',
	'../../etc/passwd',
	'%00',
	'\0',
	'\r\nx: y',
	'\ud800',
	'\u202e',
	'👩‍👩‍👧‍👦',
	'{"a":',
	'<a/>',
	"'; --",
] as const;

/** Returns an unusual text. */
export function unusualText(random: Random): string {
	const chance = random.fraction();
	if (chance < 0.04) return 'x'.repeat(random.integer(1000, 200_000));
	if (chance < 0.1) return String.fromCodePoint(random.integer(1, 0xd7ff)).repeat(random.integer(1, 40));
	return random.pick(TEXTS);
}

/** Returns an unusual JSON value. */
export function unusualValue(random: Random): unknown {
	const texts = unusualText(random);
	return random.pick([
		...[null, true, false, 0, -1, 0.5, 1e308, -0, 2 ** 53, texts, texts, texts],
		...[[], {}, [null], [[]], { a: { b: [] } }, [texts], { length: -1 }, { toString: texts }],
	] as [unknown, ...unknown[]]);
}
