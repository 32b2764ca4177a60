import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../support/data-folder.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { selfSigned } from '../../../support/servers/certificate.ts';
import { until } from '../../../support/until.ts';

const MINUTE = 60_000;

let files: Awaited<ReturnType<typeof temporaryFolder>>;
let cert: string;
let key: string;
let clock: ManualClock;
let gateway: TestGateway;

beforeEach(async () => {
	files = await temporaryFolder();
	cert = path.join(files.folder, 'cert.pem');
	key = path.join(files.folder, 'key.pem');
	await write(selfSigned(['first.example.com']));
	clock = createManualClock();
	gateway = await startTestGateway({
		clock,
		environment: { GATEWAY_TLS_CERT: cert, GATEWAY_TLS_KEY: key },
	});
});
afterEach(async () => {
	await gateway.close();
	await files.remove();
});

async function write(pair: { cert: string; key: string }): Promise<void> {
	await writeFile(cert, pair.cert);
	await writeFile(key, pair.key);
}

/** The names in the certificate that a new connection gets. */
async function servedNames(): Promise<string | undefined> {
	const { hostname, port } = new URL(gateway.url);
	const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
	await once(socket, 'secureConnect');
	const names = socket.getPeerCertificate().subjectaltname;
	socket.destroy();
	return names;
}

const problems = (): string[] => gateway.logged.filter((line) => line.includes('certificate cannot be used'));

/** Lets minutes pass until the gateway has logged so many problems. */
async function untilProblems(count: number): Promise<void> {
	await until('the log line about the files', () => {
		clock.advance(MINUTE);
		return problems().length === count;
	});
}

async function untilServed(name: string): Promise<void> {
	await until('the renewed certificate', async () => {
		clock.advance(MINUTE);
		return (await servedNames())?.includes(name);
	});
}

it('uses a renewed certificate without a restart', async () => {
	expect(await servedNames()).toContain('first.example.com');
	await write(selfSigned(['second.example.com']));
	await untilServed('second.example.com');
});

it('keeps the earlier certificate while the new files cannot be used, and says once why', async () => {
	const second = selfSigned(['second.example.com']);
	await writeFile(cert, second.cert);
	await untilProblems(1);
	expect(problems()[0]).toContain('must be the key of the certificate in GATEWAY_TLS_CERT');
	await rm(key);
	await untilProblems(2);
	expect(problems()[1]).toContain('GATEWAY_TLS_KEY');
	expect(problems()[1]).toContain('must be a readable PEM file');
	expect(await servedNames()).toContain('first.example.com');

	await write(second);
	await untilServed('second.example.com');
	expect(problems()).toHaveLength(2);
});
