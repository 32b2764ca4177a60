import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createS3Client, type S3Client } from '../../../src/media/storage/s3/s3-client.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

/** Bytes of the object: a minute and a second at the slowest speed, or three minutes where a client reads it. */
const SIZE = 120_000;
const SECOND = 1000;

describe('an S3 server that sends its answers byte by byte', () => {
	let server: Server;
	let client: S3Client;
	let clock: ManualClock;
	let answers: ServerResponse[];

	beforeEach(async () => {
		answers = [];
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-length': String(SIZE) }).write('x');
			answers.push(response);
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		clock = createManualClock();
		const target = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'media', prefix: '' };
		const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'a-secret' };
		client = createS3Client({ ...target, ...key, pathStyle: true }, clock, () => undefined);
	});
	afterEach(async () => {
		await client.close();
		server.closeAllConnections();
		server.close();
	});

	/** Starts to read an answer; returns its error as soon as there is one. */
	function startReading(read: () => Promise<unknown>): () => string | null {
		let message: string | null = null;
		read().catch((error: unknown) => {
			message = String(error);
		});
		return () => message;
	}

	/** Waits until the client has the start of the answer, and its timer alone. */
	const begun = (): Promise<unknown> =>
		until('the answer', () => {
			const [deadline] = clock.pending();
			for (const answer of answers) answer.write('x');
			return (
				answers.length === 1 && deadline !== undefined && deadline > clock.now() + 60 * SECOND && deadline
			);
		});

	it.each([
		['that the gateway reads', false, 61],
		['that a client reads', true, 179],
	])('is given up after a time that its size allows, for an object %s', async (_who, passedOn, enough) => {
		const errorOf = startReading(async () => {
			const object = await client.get('a', { passedOn });
			if (object !== null) await text(object.body);
		});
		await begun();
		clock.advance(enough * SECOND);
		for (const answer of answers) answer.write('x');
		expect(errorOf()).toBeNull();
		clock.advance(2 * SECOND);
		const error = await until('the error', () => errorOf());
		expect(error).toContain('did not send its whole answer in time');
	});

	it('is given up when it lists objects', async () => {
		const errorOf = startReading(() => client.list({ prefix: '' }));
		await begun();
		clock.advance(62 * SECOND);
		const error = await until('the error', () => errorOf());
		expect(error).toContain('did not send its whole answer in time');
	});
});
