import { codeOf } from '../../../lib/errors/error-code.ts';
import { ExplainedError } from '../../../lib/errors/explained-error.ts';
import { isRetryableStatus } from '../../../lib/errors/retryable-status.ts';
import type { S3Target } from './s3-target.ts';

/** The S3 server refused a request. */
export class S3Error extends Error {
	readonly status: number;
	/** S3's name of the error, such as NoSuchBucket; empty: the answer had none. */
	readonly code: string;

	constructor(status: number, code: string) {
		super(`The S3 server answered with status ${status}${code === '' ? '' : ` (${code})`}.`);
		this.name = 'S3Error';
		this.status = status;
		this.code = code;
	}
}

/** Whether the server reports that an object has no byte in a range. */
export function isUnsatisfiable(error: unknown): boolean {
	return error instanceof S3Error && error.status === 416;
}

/** Whether the server reports that an object does not exist, or that it exists where it must not. */
export function isAboutExistence(error: unknown): boolean {
	if (!(error instanceof S3Error)) return false;
	return [404, 409, 412].includes(error.status) && error.code !== 'NoSuchBucket';
}

/** Whether a retry may help: there was no answer, or the server is overloaded. */
export function isTransient(error: unknown): boolean {
	if (error instanceof S3Error) return isRetryableStatus(error.status);
	return codeOf(error) !== 'ENOENT';
}

/** The gateway cannot start, because it cannot use the bucket of GATEWAY_MEDIA_URL. */
export class MediaBucketRefused extends ExplainedError {
	constructor(message: string, cause?: unknown) {
		super(message, cause === undefined ? {} : { cause });
		this.name = 'MediaBucketRefused';
	}
}

const KEY_FAULTS: ReadonlySet<string> = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch']);
const REGION_FAULTS: ReadonlySet<string> = new Set([
	'AuthorizationHeaderMalformed',
	'IllegalLocationConstraintException',
	'PermanentRedirect',
	'TemporaryRedirect',
]);

/** Explains to the operator why the bucket cannot be used, and what to do. Contains no secret. */
export function explainS3Error(error: unknown, target: S3Target): MediaBucketRefused {
	const { bucket, endpoint, region } = target;
	const where = `the bucket "${bucket}" of GATEWAY_MEDIA_URL`;
	if (!(error instanceof S3Error)) {
		const reason = error instanceof Error ? error.message : String(error);
		return new MediaBucketRefused(
			`The server ${endpoint} of GATEWAY_MEDIA_URL cannot be reached: ${reason}. Check the address, and that this machine may connect to it.`,
			error,
		);
	}
	return new MediaBucketRefused(explainRefusal(error, { where, endpoint, region }), error);
}

function explainRefusal(
	{ status, code }: S3Error,
	{ where, endpoint, region }: { where: string; endpoint: string; region: string },
): string {
	if (code === 'NoSuchBucket') {
		return `${endpoint} does not have ${where}. Create the bucket, or correct its name.`;
	}
	if (KEY_FAULTS.has(code)) {
		return `${endpoint} does not accept the key of ${where} (${code}). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
	}
	if (code === 'RequestTimeTooSkewed')
		return `The clock of this machine differs from that of ${endpoint}. Correct it.`;
	if (REGION_FAULTS.has(code) || status === 301 || status === 307) {
		return `${endpoint} says that ${where} is not in the region "${region}" (${code}). Correct the region in GATEWAY_MEDIA_URL.`;
	}
	if (status === 401 || status === 403) {
		return `The key may not use ${where} (${code}). Allow it s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for its objects.`;
	}
	return `${endpoint} cannot be used for ${where}: it answered with status ${status} (${code}). Check that it is an S3 server.`;
}
