import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runDoctor } from '../support/storage/doctor.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { startS3Server, type S3Server } from '../support/servers/s3-server.ts';

describe('doctor, about the bucket of media', () => {
	let s3: S3Server;
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		s3 = await startS3Server();
	});
	afterEach(async () => {
		s3.resume();
		await s3.close();
		await remove();
	});

	/** Returns the exit code and the lines about the bucket. */
	async function bucketLines(environment: Record<string, string>) {
		const { code, lines } = await runDoctor(folder, environment);
		expect(lines.join('\n')).not.toContain(s3.environment().AWS_SECRET_ACCESS_KEY);
		return { code, lines: lines.filter((line) => line.includes(' bucket ')) };
	}
	const problem = (sentence: string) => ({ code: 1, lines: [`problem bucket ${sentence}`] });

	it('says that it answers, before the first start and later, and writes nothing', async () => {
		const found = {
			code: 0,
			lines: [`ok bucket "media" at ${s3.endpoint} answers, and its key may read it`],
		};
		expect(await bucketLines(s3.environment('shop'))).toEqual(found);
		expect(await s3.keys()).toEqual([]);
		const gateway = await startGatewayProcess(folder, s3.environment('shop'));
		expect(await bucketLines(s3.environment('shop'))).toEqual(found);
		await gateway.end('SIGTERM');
		expect(await s3.keys()).toEqual(['shop/gateway.json']);
	});

	it('names a wrong key and a bucket that does not exist', async () => {
		const wrong = await bucketLines({ ...s3.environment(), AWS_SECRET_ACCESS_KEY: 'another-secret' });
		expect(wrong).toEqual(
			problem(
				`${s3.endpoint} does not accept the key of the bucket "media" of GATEWAY_MEDIA_URL (SignatureDoesNotMatch). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
			),
		);
		const GATEWAY_MEDIA_URL = `s3://no-such-bucket?endpoint=${s3.endpoint}`;
		expect(await bucketLines({ ...s3.environment(), GATEWAY_MEDIA_URL })).toEqual(
			problem(
				`${s3.endpoint} does not have the bucket "no-such-bucket" of GATEWAY_MEDIA_URL. Create the bucket, or correct its name.`,
			),
		);
	});

	it('says that the folder belongs to another database', async () => {
		await s3.put('gateway.json', JSON.stringify({ installation: 'another' }));
		// Before the first start it is not known which the own one is.
		expect((await bucketLines(s3.environment())).code).toBe(0);
		await (await startGatewayProcess(folder)).end('SIGTERM');
		expect(await bucketLines(s3.environment())).toEqual(
			problem(
				'The folder of GATEWAY_MEDIA_URL belongs to gateways with another database. Name a folder of its own in it, such as s3://media/gateway-2. If you have moved the database by hand and the files are its own, delete the object "gateway.json" first.',
			),
		);
	});

	it('says that nothing listens, and that the server does not answer', async () => {
		s3.pause();
		expect(await bucketLines(s3.environment())).toEqual(
			problem(
				`The server ${s3.endpoint} of GATEWAY_MEDIA_URL did not answer within 5 seconds. Check the address and the firewall.`,
			),
		);
		s3.resume();
		await s3.stop();
		const { code, lines } = await bucketLines(s3.environment());
		expect([code, lines]).toEqual([
			1,
			[
				expect.stringMatching(
					/^problem bucket The server http:\S+ of GATEWAY_MEDIA_URL cannot be reached: .*ECONNREFUSED.*\. Check the address, and that this machine may connect to it\.$/,
				),
			],
		]);
	});

	it('says that something else listens', async () => {
		const other: Server = createServer((_request, response) => {
			response.statusCode = 404;
			response.end('Not here');
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
		const GATEWAY_MEDIA_URL = `s3://media?endpoint=${endpoint}`;
		expect(await bucketLines({ ...s3.environment(), GATEWAY_MEDIA_URL })).toEqual(
			problem(
				`${endpoint} cannot be used for the bucket "media" of GATEWAY_MEDIA_URL: it answered with status 404 (). Check that it is an S3 server.`,
			),
		);
		other.close();
	});
});
