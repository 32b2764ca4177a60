import type { GatewayError } from '../../../src/domain/error.ts';

/**
 * An error response of the gateway. When the gateway is unreachable or does not answer, the code is `unreachable` or
 * `timeout`, and the status 0.
 */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	readonly requestId: string | null;
	/** Seconds to wait before the next attempt; null: not given. */
	readonly retryAfter: number | null;
	/** The second factors that the user can prove: totp, passkey, recovery_code. */
	readonly methods: readonly string[];

	constructor(
		status: number,
		code: string,
		message: string,
		more: {
			requestId?: string | undefined;
			retryAfter?: number | undefined;
			methods?: readonly string[] | undefined;
		} = {},
	) {
		super(message);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.requestId = more.requestId ?? null;
		this.retryAfter = more.retryAfter ?? null;
		this.methods = more.methods ?? [];
	}
}

/** The gateway's error as far as the body has it: a proxy in between may answer with something else. */
interface ErrorBody {
	error?: Partial<Pick<GatewayError, 'code' | 'message' | 'retryAfter'>> & {
		requestId?: string;
		methods?: string[];
	};
}

/** Reads the error of a response that is not a success. */
export async function readError(response: Response): Promise<ApiError> {
	const body = (await response.json().catch(() => ({}))) as ErrorBody;
	const { code, message, requestId, retryAfter, methods } = body.error ?? {};
	return new ApiError(
		response.status,
		code ?? 'internal_error',
		message ?? `The gateway answered with status ${response.status}. Its log has the details.`,
		{ requestId, retryAfter, methods },
	);
}

/** Returns the error to show: anything but an error response means that the gateway is unreachable. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	return new ApiError(
		0,
		'unreachable',
		'The gateway cannot be reached. Check that it is running and that you are connected, then try again.',
	);
}
