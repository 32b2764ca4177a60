import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { API_ERROR_CODES } from '../../../gateway/src/domain/error.ts';
import { ERROR_STATUS } from '../../../gateway/src/http/server/error-status.ts';
import { errorTexts } from '../../../nodes/MessagingGateway/transport/errorTexts.ts';
import type { HttpServer } from '../support/httpServer.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { runNode } from '../support/runNode.ts';

/** Codes in the results of a change of group participants or in a failed message, never in an error response. */
const IN_RESULTS = ['not_participant', 'already_participant', 'not_on_network'];

let server: HttpServer;

/** Responds to every request with the gateway's error of the code at the end of the path. */
beforeAll(async () => {
	server = await startHttpServer((request, response) => {
		const code = request.url?.split('/').at(-1) as keyof typeof ERROR_STATUS;
		const body = {
			error: { code, message: `In the words of the gateway: ${code}.`, requestId: 'req_1', retryAfter: 3600 },
		};
		response.writeHead(ERROR_STATUS[code], { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
});

afterAll(async () => {
	await server.close();
});

describe('errorTexts', () => {
	it.each(API_ERROR_CODES)(
		'contains the text for %s, which the node shows with the next step',
		async (code) => {
			const credential = { baseUrl: server.url, apiKey: 'a-key-nobody-may-see-0123' };
			const instanceId = { __rl: true, mode: 'id', value: '={{ $json.code }}' };

			const { error } = await runNode(credential, { resource: 'instance', operation: 'get', instanceId }, [
				{ code },
			]);

			const text = errorTexts[code];
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: text?.message,
				httpCode: String(ERROR_STATUS[code]),
				context: { itemIndex: 0 },
			});
			expect(error?.description).toContain(text?.nextStep);
			expect(error?.description).toContain(`In the words of the gateway: ${code}.`);
			expect(error?.description).toContain('req_1');
			expect(JSON.stringify(error)).not.toContain('a-key-nobody-may-see');
		},
	);

	it('contains no code that the gateway does not have', () => {
		expect(Object.keys(errorTexts).sort()).toEqual([...API_ERROR_CODES, ...IN_RESULTS].sort());
	});
});
