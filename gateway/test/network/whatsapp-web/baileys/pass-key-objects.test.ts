import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import crypto from 'node:crypto';
import { passKeyObjects } from '../../../../src/network/whatsapp-web/baileys/pass-key-objects.ts';

/** Test case 2 of RFC 4231. */
const MAC = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
const KEY = Buffer.from('Jefe');
const DATA = 'what do ya want for nothing?';

describe('keys as KeyObjects', () => {
	const { createHmac, createCipheriv, createDecipheriv } = crypto;
	beforeAll(passKeyObjects);
	afterAll(() => {
		Object.assign(crypto, { createHmac, createCipheriv, createDecipheriv });
	});
	const macWith = (key: crypto.BinaryLike | crypto.KeyObject) =>
		crypto.createHmac('sha256', key).update(DATA).digest('hex');

	it('compute the same HMAC from each form of a key', () => {
		expect(macWith(KEY)).toBe(MAC);
		expect(macWith(new Uint8Array(KEY))).toBe(MAC);
		expect(macWith('Jefe')).toBe(MAC);
		expect(macWith(crypto.createSecretKey(KEY))).toBe(MAC);
	});

	it('compute the HMAC of an empty key', () => {
		expect(macWith(Buffer.alloc(0))).toBe(createHmac('sha256', '').update(DATA).digest('hex'));
	});

	it.each(['aes-256-cbc', 'aes-256-ctr'])('decrypt with %s what they encrypt', (algorithm) => {
		const [key, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)];
		const cipher = crypto.createCipheriv(algorithm, key, iv);
		const encrypted = Buffer.concat([cipher.update(DATA), cipher.final()]);
		const decipher = createDecipheriv(algorithm, key, iv);
		expect(Buffer.concat([decipher.update(encrypted), decipher.final()]).toString()).toBe(DATA);
	});

	it('pass the options of a cipher on', () => {
		const [key, iv] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2)];
		const cipher = crypto.createCipheriv('aes-256-gcm', key, iv, { authTagLength: 12 });
		cipher.final();
		expect(cipher.getAuthTag()).toHaveLength(12);
	});

	it('refuse a key of a wrong size', () => {
		expect(() => crypto.createCipheriv('aes-256-cbc', Buffer.alloc(16), Buffer.alloc(16))).toThrow(
			'Invalid key length',
		);
	});
});
