import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { temporaryFolder } from '../support/data-folder.ts';

const KEY = 'a-key-of-twenty-four-characters';
const APP_SECRET = '0123456789abcdef0123456789abcdef';

describe('a secret in a file', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterAll(() => remove());

	const fileWith = async (content: string): Promise<string> => {
		const file = path.join(folder, `secret-${content.length}`);
		await writeFile(file, content);
		return file;
	};

	it.each([KEY, `${KEY}\n`, `${KEY}\r\n`])('is read without the newline at its end', async (content) => {
		expect(readConfig({ GATEWAY_API_KEY_FILE: await fileWith(content) }).apiKey).toBe(KEY);
	});

	it('can be each of them', async () => {
		const database = 'postgres://user:password@127.0.0.1:5432/gateway';
		const config = readConfig({
			DATABASE_URL_FILE: await fileWith(database),
			GATEWAY_ENCRYPTION_KEY_FILE: await fileWith(`${'ab'.repeat(32)}\n`),
			GATEWAY_META_APP_SECRET_FILE: await fileWith(APP_SECRET),
			GATEWAY_META_VERIFY_TOKEN_FILE: await fileWith('a token of ours'),
		});
		expect(config).toMatchObject({
			databaseUrl: database,
			encryptionKey: Buffer.from('ab'.repeat(32), 'hex'),
			meta: { appSecret: APP_SECRET, verifyToken: 'a token of ours' },
		});
	});

	it('is refused where the variable is set too', async () => {
		const file = await fileWith(KEY);
		expect(() => readConfig({ GATEWAY_API_KEY: KEY, GATEWAY_API_KEY_FILE: file })).toThrow(
			`GATEWAY_API_KEY_FILE is "${file}", but must be unset, because GATEWAY_API_KEY is set too.`,
		);
	});

	it('is refused by the name of its file where that cannot be read', () => {
		const file = path.join(folder, 'missing');
		expect(() => readConfig({ GATEWAY_API_KEY_FILE: file })).toThrow(
			`GATEWAY_API_KEY_FILE is "${file}", but must be a readable file with the value of GATEWAY_API_KEY.`,
		);
	});

	it('is not shown when it is invalid', async () => {
		const file = await fileWith('too short');
		expect(() => readConfig({ GATEWAY_API_KEY_FILE: file })).toThrow(
			'GATEWAY_API_KEY is "something of 9 characters (not shown)", but must be 24 characters or more',
		);
	});
});
