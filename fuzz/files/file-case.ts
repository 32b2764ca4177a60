import type { Random } from '../../chaos/random.ts';
import type { FileLies } from '../../gateway/test/whatsapp-server/media/file-lies.ts';
import type { MediaBehavior } from '../../gateway/test/whatsapp-server/media/media-behavior.ts';
import type { FileToSend } from '../../gateway/test/whatsapp-server/phone/outbox/to-send.ts';
import { randomBytes } from '../mutate/bytes.ts';

/** A malicious file. */
export interface FileCase {
	kind: string;
	what: string;
	file: FileToSend;
}

type CreateAttack = (
	random: Random,
	canary: string,
) => { what: string; lies?: FileLies; behavior?: Omit<MediaBehavior, 'path'> };

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const behaves = (behavior: Omit<MediaBehavior, 'path'>, what = ''): ReturnType<CreateAttack> => ({
	what: `${behavior.kind} ${what}`.trim(),
	behavior,
});
const withFields = (what: string, fields: FileLies): ReturnType<CreateAttack> => ({ what, lies: fields });
const tenths = (kind: 'cut' | 'stall'): CreateAttack[] =>
	Array.from({ length: 11 }, (_, tenth) => () => behaves({ kind, at: tenth / 10 }, `at ${tenth}/10`));
const leadsTo = (directPath: string): ReturnType<CreateAttack> =>
	withFields(`directPath ${JSON.stringify(directPath.slice(0, 40))}`, { directPath, url: null });

const ATTACKS: readonly CreateAttack[] = [
	...tenths('cut'),
	...tenths('stall'),
	(random) => withFields('wrong key', { mediaKey: base64(randomBytes(random, 32)) }),
	(random) =>
		withFields('short key', { mediaKey: base64(randomBytes(random, random.pick([0, 1, 16, 31, 33, 1000]))) }),
	() => withFields('no key', { mediaKey: null }),
	(random) => withFields('wrong sha256', { fileSha256: base64(randomBytes(random, 32)) }),
	(random) => withFields('wrong encrypted sha256', { fileEncSha256: base64(randomBytes(random, 32)) }),
	(random) =>
		withFields('wrong length', {
			fileLength: random.pick([0, 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]),
		}),
	() =>
		withFields('nothing but a path', {
			mediaKey: null,
			fileSha256: null,
			fileEncSha256: null,
			fileLength: null,
		}),
	() => withFields('no path', { directPath: null, url: null }),
	(_random, canary) => withFields('url elsewhere', { directPath: null, url: `https://${canary}/x` }),
	() => behaves({ kind: 'empty' }),
	() => behaves({ kind: 'garbage' }),
	() => behaves({ kind: 'wrong_length' }, 'more'),
	() => behaves({ kind: 'wrong_length', length: 10 }, 'less'),
	() => behaves({ kind: 'wrong_length', length: Number.MAX_SAFE_INTEGER }, 'far more'),
	() => behaves({ kind: 'slow' }),
	() => behaves({ kind: 'trickle', at: 0.5, pause: 5000 }),
	() => behaves({ kind: 'too_large', length: 200_000_000 }),
	(random) =>
		behaves({ kind: 'status', status: random.pick([204, 400, 401, 403, 404, 410, 416, 429, 500, 503]) }),
	(_random, canary) => behaves({ kind: 'redirect', location: `https://${canary}/x` }, 'to this machine'),
	() => behaves({ kind: 'redirect', location: 'https://r.attacker.tld/x' }, 'to another host'),
	() => behaves({ kind: 'redirect', location: '/v/loop' }, 'in place'),
	() => leadsTo('.attacker.tld/r'),
	(_random, canary) => leadsTo(`@${canary}/x`),
	(_random, canary) => leadsTo(`:x@${canary}/x`),
	(_random, canary) => leadsTo(`//${canary}/x`),
	(_random, canary) => leadsTo(`\\@${canary}/x`),
	() => leadsTo('@evil.attacker.tld/x'),
	() => leadsTo(':1/x'),
	() => leadsTo('/x\r\nHost: r.attacker.tld\r\n\r\n'),
	() => leadsTo('/../../x?y#z'),
	() => leadsTo('\0'),
	() => leadsTo(''),
	() => leadsTo('/\u202e👩‍👩‍👧'),
	() => leadsTo(`/${'x'.repeat(1_000_000)}`),
];

type TypeOfFile = [FileToSend['type'], string];
const TYPES: readonly [TypeOfFile, ...TypeOfFile[]] = [
	['image', 'image/jpeg'],
	['video', 'video/mp4'],
	['audio', 'audio/ogg'],
	['document', 'application/pdf'],
	['sticker', 'image/webp'],
];

/** Returns a malicious file; the kinds rotate. `canary` is an address of this machine that must get no request. */
export function fileCase(random: Random, number: number, canary: string): FileCase {
	const createAttack = ATTACKS[number % ATTACKS.length];
	if (createAttack === undefined) throw new Error(`There is no kind of file ${number}.`);
	const { what, ...attack } = createAttack(random, canary);
	const [type, mimeType] = random.pick(TYPES);
	const bytes = randomBytes(random, random.pick([0, 1, 15, 16, 17, 1000, 50_000]));
	return {
		kind: what.split(' ')[0] ?? '',
		what: `${what}, ${type} of ${bytes.length} bytes`,
		file: {
			type,
			mimeType,
			base64: base64(bytes),
			...(random.chance(0.3) ? { caption: 'See' } : {}),
			...attack,
		},
	};
}
