import { argon2, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { constantTimeEqual } from '../lib/constant-time.ts';
import type { RandomBytes } from '../runtime/system.ts';

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** What a guess costs: 64 MiB of memory, gone over three times. (OWASP asks for 19 MiB twice, or more.) */
const COST = { memory: 65_536, passes: 3, parallelism: 1 } as const;
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;

const derive = promisify(argon2);

/** Keeps and checks passwords, by Argon2id. */
export interface Passwords {
	/** What is stored of a password: a PHC string, with a salt of its own. */
	hash(password: string): Promise<string>;
	/** Whether a password is the one a PHC string was made of; the string says at which cost. */
	verify(password: string, phc: string): Promise<boolean>;
}

/** One password is worked on at a time: many guesses at once would take the memory of all of them. */
export function createPasswords(entropy: RandomBytes): Passwords {
	let last: Promise<unknown> = Promise.resolve();

	function tagOf(parameters: Argon2Parameters): Promise<Buffer> {
		const turn = last.then(() => derive('argon2id', parameters));
		last = turn.catch(() => undefined);
		return turn;
	}

	return {
		async hash(password) {
			const salt = entropy(SALT_LENGTH);
			const tag = await tagOf(parametersOf(password, salt, COST, TAG_LENGTH));
			const { memory, passes, parallelism } = COST;
			return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
		},
		async verify(password, phc) {
			const parts = PHC.exec(phc)?.groups;
			if (parts === undefined) throw new Error('What is stored of the password is no Argon2id hash.');
			const { memory, passes, parallelism, salt = '', tag = '' } = parts;
			const expected = Buffer.from(tag, 'base64');
			const cost = {
				memory: Number(memory),
				passes: Number(passes),
				parallelism: Number(parallelism),
			};
			const parameters = parametersOf(password, Buffer.from(salt, 'base64'), cost, expected.length);
			return constantTimeEqual(await tagOf(parameters), expected);
		},
	};
}

const PHC =
	/^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** The same password typed on another system may be composed of other characters: NFKC makes them one. */
function parametersOf(
	password: string,
	nonce: Buffer,
	cost: { memory: number; passes: number; parallelism: number },
	tagLength: number,
): Argon2Parameters {
	return { message: password.normalize('NFKC'), nonce, ...cost, tagLength };
}

function unpadded(bytes: Buffer): string {
	return bytes.toString('base64').replace(/=+$/, '');
}
