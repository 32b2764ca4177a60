import type { Clock } from '../../domain/clock.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import { readClaim, requireOwner } from '../../media/storage/s3/claim-bucket.ts';
import { createS3Client, type S3Client } from '../../media/storage/s3/s3-client.ts';
import { explainS3Error } from '../../media/storage/s3/s3-error.ts';
import type { S3Target } from '../../media/storage/s3/s3-target.ts';
import { ok, problem, type Finding } from './finding.ts';
import { REACH_TIMEOUT } from './reach.ts';

const TOPIC = 'bucket';

/**
 * Checks that the bucket of GATEWAY_MEDIA_URL answers, that its key may read it, and that it is not that of another
 * database; writes nothing. `installation` is null where nothing tells
 * which database it is.
 */
export async function checkBucket(
	target: S3Target | null,
	installation: string | null,
	clock: Clock,
): Promise<Finding[]> {
	if (target === null) return [];
	const client = createS3Client(target, clock, () => undefined);
	const { bucket, endpoint } = target;
	try {
		await withinTime(read(client, installation), endpoint, clock);
		return [ok(TOPIC, `"${bucket}" at ${endpoint} answers, and its key may read it`)];
	} catch (error) {
		if (!(error instanceof ExplainedError)) throw error;
		return [problem(TOPIC, error.message)];
	} finally {
		await client.close();
	}
}

async function read(client: S3Client, installation: string | null): Promise<void> {
	const owner = await readClaim(client);
	if (owner !== null && installation !== null) requireOwner(client, owner, installation);
	await client.list({ prefix: 'uploads/' }).catch((error: unknown) => {
		throw explainS3Error(error, client.target);
	});
}

/** Throws an ExplainedError where the server does not answer within REACH_TIMEOUT. */
async function withinTime(work: Promise<void>, endpoint: string, clock: Clock): Promise<void> {
	// Its error after the client is closed has no meaning.
	work.catch(() => undefined);
	let cancel = (): void => undefined;
	const timeout = new Promise<never>((_resolve, reject) => {
		cancel = clock.schedule(REACH_TIMEOUT, () => {
			const sentence = `The server ${endpoint} of GATEWAY_MEDIA_URL did not answer within ${REACH_TIMEOUT / 1000} seconds. Check the address and the firewall.`;
			reject(new ExplainedError(sentence));
		});
	});
	try {
		await Promise.race([work, timeout]);
	} finally {
		cancel();
	}
}
