import path from 'node:path';
import { createKey } from '../../conformance/server/keys.ts';
import {
	DOCUMENT_FILES,
	joinDocuments,
	type ApiDocument,
	type Operation,
} from '../../conformance/document/document.ts';
import { at } from '../../conformance/document/schema.ts';
import type { Known } from '../../conformance/document/example.ts';
import type { Owner } from '../../conformance/client/owner.ts';
import { Session, toRequest, type Call } from '../../conformance/client/session.ts';
import { Fixtures } from '../../conformance/fixtures/fixtures.ts';
import { createSample } from '../../conformance/fixtures/samples.ts';
import { Coverage } from '../../conformance/report/coverage.ts';
import { Report } from '../../conformance/report/report.ts';
import { startGateway, type GatewayProcess } from '../../conformance/server/gateway-process.ts';
import { startReceiver } from '../../conformance/server/receiver.ts';
import { createTransport, type HttpResponse } from '../../conformance/client/transport.ts';

/** A fresh gateway with objects of every kind, and the document that it serves. */
export interface World {
	gateway: GatewayProcess;
	/** Signs in where a sample needs it. */
	owner: Owner;
	document: ApiDocument;
	/** Creates a valid call of an operation, with the objects that it needs. */
	sampleOf(operation: Operation): Promise<Call>;
	/** Sends a call with a key; null: without one. */
	send(operation: Operation, call: Call, key: string | null): Promise<HttpResponse>;
	/** The ids of all instances. */
	instanceIds(): Promise<string[]>;
	/** Creates a key with full access to these instances only. */
	limitedKey(instanceIds: readonly string[]): Promise<string>;
	close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
	const gateway = await startGateway();
	const transport = createTransport(gateway.url);
	const served = await Promise.all(
		DOCUMENT_FILES.map(async (file) => {
			const target = `/${path.basename(file)}`;
			return (await transport.send({ method: 'GET', target, headers: {}, body: null })).json;
		}),
	);
	const document = joinDocuments(served);
	const session = new Session(gateway, document, new Report(), new Coverage());
	const receiver = await startReceiver();
	const fixtures = new Fixtures(session, receiver);
	const known: Known = await fixtures.known();

	return {
		gateway,
		owner: session.owner,
		document,
		sampleOf: (operation) => createSample(operation, fixtures, known),
		send: (operation, call, key) => transport.send(toRequest(operation, { ...call, key }, gateway.key)),
		async instanceIds() {
			const { response } = await session.send('GET /v1/instances', { query: { limit: 100 } });
			return (at(response.json, 'data') as unknown[]).map((instance) => String(at(instance, 'id')));
		},
		limitedKey: (instances) => createKey(gateway, { instances }),
		async close() {
			transport.close();
			await session.close();
			await receiver.close();
		},
	};
}

/** The code of an error; null: the response is no error. */
export function codeOf(response: HttpResponse): string | null {
	const code = at(response.json, 'error.code');
	return typeof code === 'string' ? code : null;
}
