/** What the gateway refused, or that it could not be reached: `code` is the specification's, or `unreachable`. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	readonly requestId: string | null;
	/** Seconds to wait before the next try; null where the gateway named none. */
	readonly retryAfter: number | null;

	constructor(
		status: number,
		code: string,
		message: string,
		more: { requestId?: string | undefined; retryAfter?: number | undefined } = {},
	) {
		super(message);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.requestId = more.requestId ?? null;
		this.retryAfter = more.retryAfter ?? null;
	}
}

interface ErrorBody {
	error?: { code?: string; message?: string; requestId?: string; retryAfter?: number };
}

/** The error an answer that is no success tells of. */
export async function readError(response: Response): Promise<ApiError> {
	const body = (await response.json().catch(() => ({}))) as ErrorBody;
	const { code, message, requestId, retryAfter } = body.error ?? {};
	return new ApiError(
		response.status,
		code ?? 'internal_error',
		message ?? `The gateway answered with status ${response.status}. Its log has the details.`,
		{ requestId, retryAfter },
	);
}

/** What went wrong, as something to show: anything that is no answer of the gateway is a gateway out of reach. */
export function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	return new ApiError(
		0,
		'unreachable',
		'The gateway cannot be reached. Check that it is running and that you are connected, then try again.',
	);
}
