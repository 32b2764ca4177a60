import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { SendMessageBody, SendMessageResponse } from '../../gateway/src/http/messages/schema.ts';
import { serveRequests } from '../worker.ts';

/** The upper limit of acceptance: Fastify with the same body schema and response, and without a store. */
const app = Fastify({
	logger: false,
	// The schemas contain keywords that only the gateway defines.
	ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
});
let count = 0;
app.post(
	'/v1/messages/send',
	{ schema: { body: SendMessageBody, response: { 202: SendMessageResponse } } },
	(_request, reply) => {
		count += 1;
		reply.code(202);
		return {
			success: true,
			messageId: `msg_${count.toString().padStart(26, '0')}`,
			status: 'queued',
			timestamp: new Date().toISOString(),
		};
	},
);
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
serveRequests(() => `http://127.0.0.1:${port}`);
