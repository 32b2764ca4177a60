import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { startCloudApi, type CloudApi } from '../support/official/cloud-api.ts';
import { OFFICIAL, whatsAppSettings } from '../support/official/official.ts';
import { until } from '../support/until.ts';

/** Heartbeats of a gateway that pass before Meta answers; one is due every second. */
const HEARTBEATS = 3;

let folder: string;
let remove: () => Promise<void>;
let meta: CloudApi;
/** Passes requests on to Meta when it may answer. */
let slowMeta: Server;
let mayAnswer: PromiseWithResolvers<void>;
let gateway: GatewayProcess;

beforeEach(async () => {
	({ folder, remove } = await temporaryFolder());
	meta = await startCloudApi();
	mayAnswer = Promise.withResolvers();
	slowMeta = createServer((request, response) => {
		const { authorization = '' } = request.headers;
		mayAnswer.promise
			.then(() => fetch(new URL(request.url ?? '', meta.graphUrl), { headers: { authorization } }))
			.then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
			.catch(() => response.destroy());
	}).listen(0, '127.0.0.1');
	await once(slowMeta, 'listening');
	const { port } = slowMeta.address() as AddressInfo;
	gateway = await startGatewayProcess(folder, {
		...whatsAppSettings(meta),
		GATEWAY_GRAPH_URL: `http://127.0.0.1:${port}/v23.0`,
	});
});
afterEach(async () => {
	mayAnswer.resolve();
	await gateway.end('SIGTERM');
	slowMeta.close();
	await meta.close();
	await remove();
});

it('keeps the leases of instances that are being connected, however many and however long it takes', async () => {
	const instances = await Promise.all(
		['One', 'Two', 'Three'].map((name) => gateway.post('/v1/instances', { name })),
	);
	const connecting = instances.map((created) =>
		gateway.post(`/v1/instances/${created.text('data.id')}/connect`, OFFICIAL),
	);
	const leases = 'select epoch, owner from instance_leases order by instance_id';
	const held = await until('the leases', async () => {
		const rows = await runSql(folder, leases);
		return rows.length === instances.length ? rows : null;
	});
	const seenAt = new Set<unknown>();
	await until(`${HEARTBEATS} heartbeats`, async () => {
		const [process] = await runSql(folder, 'select seen_at from processes');
		return seenAt.add(process?.seen_at).size > HEARTBEATS;
	});
	mayAnswer.resolve();
	const answers = await Promise.all(connecting);
	expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(({ body }) => [200, body]));
	expect(await runSql(folder, leases)).toEqual(held);
});
