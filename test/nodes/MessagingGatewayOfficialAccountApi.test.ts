import { beforeAll, describe, expect, it } from '@jest/globals';

import { startHttpServer } from './support/httpServer.ts';
import { loadedPackage, OFFICIAL_ACCOUNT_TYPE } from './support/loadedPackage.ts';
import { testByRequest } from './support/testCredential.ts';

const ACCOUNT = {
	businessId: '102290129340398',
	phoneNumberId: ' 106540352242922',
	accessToken: 'EAAtoken\n',
};

beforeAll(async () => {
	await loadedPackage.loadAll();
});

/** Tests the credential against a stand-in for Meta's API, which returns the error of Meta for the status. */
async function testWith(status: number) {
	const received: { url: string | undefined; authorization: string | undefined }[] = [];
	const meta = await startHttpServer(({ url, headers }, response) => {
		received.push({ url, authorization: headers.authorization });
		const body = status === 200 ? { id: '106540352242922' } : { error: { code: 190, message: 'Of Meta' } };
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	const result = await testByRequest(ACCOUNT, OFFICIAL_ACCOUNT_TYPE, (request) => ({
		...request,
		baseURL: meta.url,
	}));
	await meta.close();
	return { ...result, received };
}

describe('the credential of an official account', () => {
	it('reads the phone number with the token, from Meta alone', async () => {
		const { status, received } = await testWith(200);

		expect(status).toBe('OK');
		expect(received).toEqual([{ url: '/106540352242922?fields=id', authorization: 'Bearer EAAtoken' }]);
		const { test } = loadedPackage.getCredential(OFFICIAL_ACCOUNT_TYPE).type;
		expect(test?.request.baseURL).toMatch(/^https:\/\/graph\.facebook\.com\/v\d+\.0$/);
	});

	it.each([
		[400, 'the ID is not the phone number itself'],
		[401, 'Meta does not accept the access token'],
		[403, 'no permission for this phone number'],
	])('says what an error %i of Meta means', async (code, expected) => {
		const { status, message } = await testWith(code);

		expect([status, message]).toEqual(['Error', expect.stringContaining(expected)]);
	});

	it('hides the token only', () => {
		const { properties } = loadedPackage.getCredential(OFFICIAL_ACCOUNT_TYPE).type;
		const hidden = properties.filter(({ typeOptions }) => typeOptions?.password === true);

		expect(hidden.map(({ name }) => name)).toEqual(['accessToken']);
	});
});
