import { argon2, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { constantTimeEqual } from '../../lib/crypto/constant-time.ts';
import type { RandomBytes } from '../../runtime/system.ts';

/** The cost parameters of Argon2id: memory in KiB. */
export interface PasswordCost {
	memory: number;
	passes: number;
	parallelism: number;
}

/** 64 MiB of memory and three passes. (OWASP recommends at least 19 MiB and two passes.) */
export const PASSWORD_COST: PasswordCost = { memory: 65_536, passes: 3, parallelism: 1 };
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;

const derive = promisify(argon2);

/** Hashes and verifies passwords with Argon2id. */
export interface Passwords {
	/** Returns a PHC string with a new salt. */
	hash(password: string): Promise<string>;
	/** Whether a PHC string is the hash of a password; the string contains its cost. */
	verify(password: string, phc: string): Promise<boolean>;
	/**
	 * A hash at the same cost that matches no password: verifying against it for an unknown name takes as long as for a
	 * known one, so that the response time does not reveal names.
	 */
	nobodysHash: string;
}

/** Hashes one password at a time, because each needs 64 MiB of memory. */
export function createPasswords(entropy: RandomBytes, newCost = PASSWORD_COST): Passwords {
	let last: Promise<unknown> = Promise.resolve();

	function tagOf(parameters: Argon2Parameters): Promise<Buffer> {
		const tag = last.then(() => derive('argon2id', parameters));
		last = tag.catch(() => undefined);
		return tag;
	}

	return {
		async hash(password) {
			const salt = entropy(SALT_LENGTH);
			const tag = await tagOf(parametersOf(password, salt, newCost, TAG_LENGTH));
			return phcOf(newCost, unpadded(salt), unpadded(tag));
		},
		async verify(password, phc) {
			const parts = PHC.exec(phc)?.groups;
			if (parts === undefined) throw new Error('The stored hash of the password is not an Argon2id hash.');
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
		nobodysHash: phcOf(newCost, 'A'.repeat(22), 'A'.repeat(43)),
	};
}

function phcOf({ memory, passes, parallelism }: PasswordCost, salt: string, tag: string): string {
	return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${tag}`;
}

const PHC =
	/^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Normalizes the password by NFKC, because systems compose the same characters differently. */
function parametersOf(
	password: string,
	nonce: Buffer,
	cost: PasswordCost,
	tagLength: number,
): Argon2Parameters {
	return { message: password.normalize('NFKC'), nonce, ...cost, tagLength };
}

function unpadded(bytes: Buffer): string {
	return bytes.toString('base64').replace(/=+$/, '');
}
