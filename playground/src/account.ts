import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';
import { errorCode } from './process/error-code.ts';

/** The secrets of one playground: n8n's owner, and the gateway's first API key. */
export type Account = {
	email: string;
	password: string;
	apiKey: string;
	/** The file with these secrets. */
	file: string;
};

/** Reads the account from its file, or creates one in a file that only its owner can read. */
export async function openAccount(file: string): Promise<Account> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		if (errorCode(error) === 'ENOENT') return undefined;
		throw error;
	});
	return text === undefined ? createAccount(file) : parseAccount(file, text);
}

async function createAccount(file: string): Promise<Account> {
	const secrets = {
		email: 'owner@playground.example',
		// n8n requires 8 to 64 characters with a capital letter and a digit.
		password: `P1-${randomBytes(9).toString('hex')}`,
		apiKey: `playground-${randomBytes(20).toString('hex')}`,
	};
	await mkdir(path.dirname(file), { recursive: true });
	// Renamed when complete, so that an interrupted start leaves no partial file.
	const draft = `${file}.new`;
	await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
	await rename(draft, file);
	return { ...secrets, file };
}

function parseAccount(file: string, text: string): Account {
	try {
		const { email, password, apiKey } = JSON.parse(text) as Partial<Account>;
		if (email !== undefined && password !== undefined && apiKey !== undefined) {
			return { email, password, apiKey, file };
		}
	} catch {
		// The error below also covers invalid JSON.
	}
	throw new StartError(
		`${file} must contain email, password and apiKey: restore them, or delete ${path.dirname(file)} to start over.`,
	);
}
