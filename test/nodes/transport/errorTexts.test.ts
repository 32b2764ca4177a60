import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { API_ERROR_CODES } from '../../../gateway/src/domain/error.ts';
import { ERROR_HINTS } from '../../../gateway/src/http/server/errors/error-hints.ts';
import { ERROR_STATUS } from '../../../gateway/src/http/server/errors/error-status.ts';
import { errorTexts } from '../../../nodes/MessagingGateway/transport/errorTexts.ts';
import type { HttpServer } from '../support/httpServer.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { runNode } from '../support/runNode.ts';

const HINT = 'The hint of the gateway.';

let server: HttpServer;

/** Responds to every request with the gateway's error of the code at the end of the path; `older` has no hint. */
beforeAll(async () => {
	server = await startHttpServer((request, response) => {
		const [code, older] = (request.url?.split('/').at(-1) ?? '').split('-') as [
			keyof typeof ERROR_STATUS,
			string?,
		];
		const message = `In the words of the gateway: ${code}.`;
		const error = { code, message, requestId: 'req_1', retryAfter: 3600 };
		const body = { error: older === undefined ? { ...error, hint: HINT } : error };
		response.writeHead(ERROR_STATUS[code], { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
});

afterAll(async () => {
	await server.close();
});

async function getInstance(code: string) {
	const credential = { baseUrl: server.url, apiKey: 'a-key-nobody-may-see-0123' };
	const instanceId = { __rl: true, mode: 'id', value: '={{ $json.code }}' };
	return await runNode(credential, { resource: 'instance', operation: 'get', instanceId }, [{ code }]);
}

describe('errorTexts', () => {
	it.each(API_ERROR_CODES)(
		'contains the text for %s, which the node shows with the next step in n8n, or the hint',
		async (code) => {
			const { error } = await getInstance(code);

			const text = errorTexts[code];
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: text?.message,
				httpCode: String(ERROR_STATUS[code]),
				context: { itemIndex: 0 },
			});
			expect(error?.description).toMatch(
				text?.nextStep === undefined ? /^The hint of the gateway\./ : /^(?!The hint)/,
			);
			expect(error?.description).toContain(text?.nextStep ?? HINT);
			expect(error?.description).toContain(`In the words of the gateway: ${code}.`);
			expect(error?.description).toContain('req_1');
			expect(JSON.stringify(error)).not.toContain('a-key-nobody-may-see');
		},
	);

	it('is enough for a gateway that sends no hints', async () => {
		const { error } = await getInstance('group_not_found-older');

		expect(error).toMatchObject({
			message: 'The group does not exist',
			description: 'The gateway says: In the words of the gateway: group_not_found. Request ID: req_1',
		});
	});

	it('contains no code that the gateway does not have, and no next step that the hint says already', () => {
		expect(Object.keys(errorTexts).sort()).toEqual([...API_ERROR_CODES].sort());
		for (const code of API_ERROR_CODES) expect(errorTexts[code]?.nextStep).not.toBe(ERROR_HINTS[code]);
	});
});
