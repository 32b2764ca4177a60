import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_CODES } from '../../../../src/domain/error.ts';
import { ERROR_HINTS } from '../../../../src/http/server/errors/error-hints.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';

describe('the hint of every error code', () => {
	it.each(ERROR_CODES)('says in a whole sentence what to do next: %s', (code) => {
		expect(ERROR_HINTS[code]).toMatch(/^[A-Z][^\n]{10,160}\.$/);
	});
});

describe('an error response', () => {
	let gateway: TestGateway;
	beforeAll(async () => {
		gateway = await startTestGateway();
	});
	afterAll(() => gateway.close());

	it.each([
		['of a route', '/v1/instances/inst_0', 'instance_not_found'],
		['of the validation', '/v1/messages', 'invalid_parameters'],
		['of an unknown path', '/v1/nothing', 'not_found'],
		['of the authentication of the page', '/admin/v1/account', 'owner_not_set'],
	])('has the hint of its code: %s', async (_what, path, code) => {
		const isPage = path.startsWith('/admin');
		const answer = await gateway.request(path, isPage ? {} : { headers: gateway.headers });
		expect(answer.at('error')).toMatchObject({ code, hint: ERROR_HINTS[code as keyof typeof ERROR_HINTS] });
	});

	it('keeps its hint when it answers a request that cannot be read', async () => {
		const headers = { ...gateway.headers, 'x-long': 'x'.repeat(17_000) };
		const answer = await gateway.request('/v1/instances', { headers });
		expect(answer.at('error')).toMatchObject({
			code: 'headers_too_large',
			hint: ERROR_HINTS.headers_too_large,
		});
	});
});
