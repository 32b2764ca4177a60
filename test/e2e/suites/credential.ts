import { describe, expect, test } from '@jest/globals';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { createCredential, deleteCredential } from '../support/credentials.ts';
import type { TestPlayground } from '../support/test-playground.ts';

const TYPE = 'messagingGatewayApi';

/** Tests credentials as the editor does when one is saved. */
export function credentialSuite(playground: () => TestPlayground): void {
	describe('the test of a credential in n8n', () => {
		async function testOf(baseUrl: string, apiKey = playground().gateway.apiKey): Promise<unknown> {
			const { session } = playground();
			const data = { baseUrl, apiKey };
			const credential = await createCredential(session, TYPE, data);
			const body = { credentials: { ...credential, type: TYPE, data } };
			const result = await callN8n(session, 'POST', '/rest/credentials/test', body);
			await deleteCredential(session, credential);
			return result;
		}

		test('succeeds for the URL and a key of the gateway', async () => {
			expect(await testOf(playground().gateway.url)).toMatchObject({ status: 'OK' });
		});

		test.each<[string, () => string, string]>([
			['n8n itself', () => playground().session.url, ' is n8n itself. Enter the address of the gateway'],
			['a port without a program', () => 'http://127.0.0.1:9', 'is it running? Start the gateway'],
			['a text', () => 'gateway', 'is not a web address'],
			[
				'HTTPS at a port without TLS',
				() => playground().gateway.url.replace('http:', 'https:'),
				'does not speak HTTPS. If the gateway runs on the machine of n8n, use http://',
			],
		])('says what is wrong with the URL: %s', async (_, url, expected) => {
			expect(await testOf(url())).toEqual({ status: 'Error', message: expect.stringContaining(expected) });
		});

		test('says what is wrong with the key', async () => {
			expect(await testOf(playground().gateway.url, 'mgw_wrong')).toEqual({
				status: 'Error',
				message: expect.stringContaining('The API key is not complete'),
			});
		});
	});
}
