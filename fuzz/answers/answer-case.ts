import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Random } from '../../chaos/random.ts';
import { randomBytes } from '../mutate/bytes.ts';
import { mutateJson } from '../mutate/json.ts';
import { unusualText } from '../mutate/values.ts';

/** The steps of a faulty server, in order. */
export type Step =
	| { write: Buffer }
	/** The same bytes several times, as long as the other side reads them. */
	| { write: Buffer; times: number }
	/** Milliseconds. */
	| { wait: number }
	/** The last step: closes the connection, resets it, or keeps it open until the other side closes it. */
	| 'end'
	| 'reset'
	| 'hold';

/** A faulty response. */
export interface AnswerCase {
	what: string;
	steps: readonly Step[];
}

type CreateFault = (random: Random, correct: unknown) => AnswerCase;

// Faulty responses announce the end of the connection, so that no regular request is sent on it.
const CLOSE = 'connection: close\r\n';
const OK = `HTTP/1.1 200 OK\r\n${CLOSE}`;
const JSON_TYPE = 'content-type: application/json\r\n';
const MB = 2 ** 20;
/** Small when compressed, and large in memory. */
const BOMB = Buffer.alloc(64 * MB);
const BOMBS = { gzip: gzipSync(BOMB), br: brotliCompressSync(BOMB) } as const;

const text = (what: string, written: string, last: Step = 'end'): AnswerCase => ({
	what,
	steps: [{ write: Buffer.from(written, 'latin1') }, last],
});
const body = (what: string, bytes: Buffer, headers = '', status = OK): AnswerCase => ({
	what,
	steps: [
		{
			write: Buffer.concat([
				Buffer.from(`${status}${JSON_TYPE}${headers}content-length: ${bytes.length}\r\n\r\n`, 'latin1'),
				bytes,
			]),
		},
		'end',
	],
});
const json = (what: string, value: unknown, headers = '', status = OK): AnswerCase =>
	body(what, Buffer.from(JSON.stringify(value ?? null)), headers, status);
const failing = (code: number): string => `HTTP/1.1 ${code} No\r\n${CLOSE}`;

const FAULTS: readonly CreateFault[] = [
	() => ({
		what: 'endless headers',
		steps: [
			{ write: Buffer.from(OK) },
			{ write: Buffer.from(`x: ${'y'.repeat(1000)}\r\n`), times: 20_000 },
			'reset',
		],
	}),
	() => text('one huge header', `${OK}x: ${'y'.repeat(300_000)}\r\n\r\n`),
	() => text('ten thousand headers', `${OK}${'a: b\r\n'.repeat(10_000)}content-length: 0\r\n\r\n`),
	() => text('doubled lengths', `${OK}content-length: 2\r\ncontent-length: 5\r\n\r\n{}`),
	() =>
		text(
			'a length and chunks',
			`${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
		),
	() => text('doubled encodings', `${OK}transfer-encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
	(random) =>
		text(
			'a length that is none',
			`${OK}content-length: ${random.pick(['-1', 'x', '1e9', '0x10', '99999999999999999999', ''])}\r\n\r\n{}`,
		),
	() => text('more announced than sent', `${OK}content-length: 1000\r\n\r\n{}`),
	() => text('more announced than sent, and silence', `${OK}content-length: 1000\r\n\r\n{}`, 'hold'),
	() => text('less announced than sent', `${OK}content-length: 1\r\n\r\n{"a":1}HTTP/1.1 200 OK\r\n\r\n`),
	() => text('a chunk that is none', `${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
	() => text('a huge chunk', `${OK}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`),
	() => text('chunks without an end', `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`, 'reset'),
	() => ({
		what: 'an endless body',
		steps: [{ write: Buffer.from(`${OK}\r\n`) }, { write: Buffer.alloc(MB / 4, ' '), times: 400 }, 'end'],
	}),
	() => body('a gzip bomb', BOMBS.gzip, 'content-encoding: gzip\r\n'),
	() => body('a brotli bomb', BOMBS.br, 'content-encoding: br\r\n'),
	(random) => body('gzip that is none', randomBytes(random, 100), 'content-encoding: gzip\r\n'),
	(random) => text('no HTTP', randomBytes(random, random.integer(1, 200)).toString('latin1')),
	() => text('HTTP/0.9', '{"success":true}'),
	() => text('nothing', ''),
	() => ({ what: 'a reset', steps: ['reset'] }),
	() => ({ what: 'a reset after a while', steps: [{ wait: 300 }, 'reset'] }),
	() => text('half a status line', 'HTTP/1.1 20', 'reset'),
	() => text('half the headers', `${OK}content-ty`, 'reset'),
	() => text('half an answer', `${OK}content-length: 20\r\n\r\n{"messages":[`, 'reset'),
	() => ({
		what: 'a slow answer',
		steps: [
			...`${OK}content-length: 2\r\n\r\n{}`
				.split('')
				.flatMap((one): Step[] => [{ write: Buffer.from(one) }, { wait: 20 }]),
			'end',
		],
	}),
	() => ({
		what: 'endless informational answers',
		steps: [{ write: Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), times: 50_000 }, 'reset'],
	}),
	() => text('early hints', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}content-length: 2\r\n\r\n{}`),
	() =>
		text(
			'another protocol',
			'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nbytes',
		),
	(random) =>
		text(
			'an odd status',
			`HTTP/1.1 ${random.pick(['099', '600', '999', '0', '-1', '2000', 'abc', ''])} x\r\n${CLOSE}content-length: 0\r\n\r\n`,
		),
	() => text('an odd version', `HTTP/9.9 200 OK\r\n${CLOSE}content-length: 0\r\n\r\n`),
	() => text('a header without a name', `${OK}: x\r\n${CLOSE}content-length: 0\r\n\r\n`),
	() => text('a header with zeros', `${OK}x: a\0b\r\ncontent-length: 0\r\n\r\n`),
	() => text('folded headers', `${OK}x: a\r\n b\r\ncontent-length: 0\r\n\r\n`),
	() => text('a body where none is', `HTTP/1.1 204 No Content\r\n${CLOSE}content-length: 5\r\n\r\nhello`),
	(random) =>
		text(
			'a redirect',
			`HTTP/1.1 ${random.pick([301, 302, 303, 307, 308])} Go\r\n${CLOSE}location: ${random.pick(['/', '//x', 'http://169.254.169.254/', 'file:///etc/passwd', ''])}\r\ncontent-length: 0\r\n\r\n`,
		),
	() => text('many cookies', `${OK}${'set-cookie: a=b\r\n'.repeat(200)}content-length: 0\r\n\r\n`),
	(random) =>
		json(
			'an odd retry-after',
			{},
			`retry-after: ${random.pick(['-5', '1e308', 'soon', '99999999999', 'NaN', '0'])}\r\n`,
			failing(random.pick([429, 503])),
		),
	(random) =>
		body(
			'a page',
			Buffer.from('<h1>Bad gateway</h1>'),
			'',
			failing(random.pick([400, 404, 500, 502, 503, 504])),
		),
	() => body('JSON nested deeply', Buffer.from('['.repeat(200_000))),
	() => body('a large answer', Buffer.from(`"${'a'.repeat(9 * MB)}"`)),
	(random) => body('an odd text', Buffer.from(unusualText(random))),
	(random) =>
		json(
			'an error with odd fields',
			mutateJson(random, { error: { message: 'No', code: 131000, error_data: { details: 'x' } } }).value,
			'',
			failing(random.pick([400, 403, 500])),
		),
	(random, correct) => json('an odd answer', mutateJson(random, correct).value),
	(random, correct) => json('an odd answer', mutateJson(random, correct).value),
	(random, correct) => json('an odd answer', mutateJson(random, correct).value),
];
/** Faults that are large, or that make the gateway wait for its time limit, are chosen less often. */
const LARGE: readonly number[] = FAULTS.flatMap((createFault, index) =>
	/silence|endless|bomb|a large answer/.test(String(createFault)) ? [index] : [],
);

/** Returns the faulty response of a case. `correct` is the body of the correct response. */
export function answerCase(random: Random, correct: unknown): AnswerCase {
	let index = random.integer(0, FAULTS.length - 1);
	if (LARGE.includes(index) && random.chance(0.8)) index = random.integer(0, FAULTS.length - 1);
	const createFault = FAULTS[index];
	if (createFault === undefined) throw new Error(`There is no fault ${index}.`);
	return createFault(random, correct);
}
