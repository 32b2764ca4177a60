import type { S3Client } from './s3-client.ts';
import { explainS3Error, MediaBucketRefused } from './s3-error.ts';

/** The object that names the database whose files are in the folder of the bucket. */
const CLAIM = 'gateway.json';
/** The most bytes of that object. */
const MAX_CLAIM = 1000;

/**
 * Registers the database as the owner of a folder in a bucket, unless it is already. Throws MediaBucketRefused if
 * another database is: a gateway removes what its own database does not reference. Throws it too where the bucket
 * cannot be used.
 */
export async function claimBucket(client: S3Client, installation: string): Promise<void> {
	const owner = (await readClaim(client)) ?? (await enterClaim(client, installation));
	requireOwner(client, owner, installation);
}

/** Throws MediaBucketRefused where the folder belongs to another database. */
export function requireOwner({ target }: S3Client, owner: string | null, installation: string): void {
	if (owner === installation) return;
	throw new MediaBucketRefused(
		`The folder of GATEWAY_MEDIA_URL belongs to gateways with another database. Name a folder of its own in it, such as s3://${target.bucket}/gateway-2. If you have moved the database by hand and the files are its own, delete the object "${target.prefix}${CLAIM}" first.`,
	);
}

/** Returns the database that a folder in a bucket belongs to; null: none yet. Throws MediaBucketRefused. */
export async function readClaim(client: S3Client): Promise<string | null> {
	try {
		const object = await client.get(CLAIM);
		if (object === null) return null;
		let text = '';
		for await (const chunk of object.body.setEncoding('utf8')) {
			text += chunk as string;
			if (text.length > MAX_CLAIM) return '';
		}
		return installationIn(text);
	} catch (error) {
		throw explainS3Error(error, client.target);
	}
}

/** Returns the registered owner: another gateway may have been faster. */
async function enterClaim(client: S3Client, installation: string): Promise<string | null> {
	await client.putNew(CLAIM, JSON.stringify({ installation })).catch((error: unknown) => {
		throw explainS3Error(error, client.target);
	});
	return readClaim(client);
}

function installationIn(text: string): string {
	try {
		const claim: unknown = JSON.parse(text);
		const isClaim = typeof claim === 'object' && claim !== null && 'installation' in claim;
		return isClaim && typeof claim.installation === 'string' ? claim.installation : '';
	} catch {
		return '';
	}
}
