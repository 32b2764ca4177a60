import { Type, type TSchema } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../../../domain/error.ts';
import { SECOND_FACTORS } from '../../../domain/access/user.ts';
import { ERROR_STATUS } from '../errors/error-status.ts';
import { EXTENSION, NullableString, OneOf } from './fields.ts';

/** The envelope of most successes (specification, Conventions). */
export function Data<T extends TSchema>(data: T) {
	return Type.Object({ success: Type.Boolean(), data });
}

export const Pagination = Type.Object({
	total: Type.Integer(),
	limit: Type.Integer(),
	offset: Type.Integer(),
	hasMore: Type.Boolean(),
});

/** A page of a list whose items are counted. */
export function Page<T extends TSchema>(item: T) {
	return Type.Object({ success: Type.Boolean(), data: Type.Array(item), pagination: Pagination });
}

export const CursorPagination = Type.Object({
	hasMore: Type.Boolean(),
	nextCursor: NullableString({ description: 'Pass it as before for the next page; null on the last one.' }),
});

/** A page of a list, and the cursor of the next page. */
export function CursorPage<T extends TSchema>(item: T) {
	return Type.Object({ success: Type.Boolean(), data: Type.Array(item), pagination: CursorPagination });
}

/** The page with these of the `total` items of a list. */
export function offsetPage<Row, Item>(
	rows: readonly Row[],
	view: (row: Row) => Item,
	{ total, limit, offset }: { total: number; limit: number; offset: number },
) {
	const hasMore = offset + rows.length < total;
	return { success: true, data: rows.map(view), pagination: { total, limit, offset, hasMore } };
}

/** The page with the first `limit` rows; `rows` has one row more where there is a next page. */
export function cursorPage<Row, Item>(
	rows: readonly Row[],
	limit: number,
	view: (row: Row) => Item,
	idOf: (row: Row) => string,
) {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const hasMore = rows.length > limit;
	const nextCursor = hasMore && last !== undefined ? idOf(last) : null;
	return { success: true, data: page.map(view), pagination: { hasMore, nextCursor } };
}

const SecondFactorMethods = Type.Optional(
	Type.Array(OneOf([...SECOND_FACTORS, 'recovery_code']), {
		description: 'The possible second factors, on second_factor_required.',
	}),
);

/** The same for every error with a code, in words that need no knowledge of the client. */
export const Hint = Type.String({ description: 'What to do next, by the code.', ...EXTENSION });

/** When the person's ownership of the chat ends, on chat_taken. */
const TakenUntil = Type.Optional(Type.String({ format: 'date-time', ...EXTENSION }));

const ConnectedStatus = Type.Optional(
	OneOf(['connected'], {
		description: 'On already_connected: the poll for the scan has succeeded.',
		...EXTENSION,
	}),
);

/** The error body with these codes (specification, Errors). */
function ErrorBody(codes: readonly ErrorCode[]) {
	return Type.Object(
		{
			error: Type.Object({
				code: OneOf(codes),
				message: Type.String({ description: 'The fault, and what to do next.' }),
				requestId: Type.String(),
				hint: Hint,
				retryAfter: Type.Optional(Type.Integer({ description: 'Seconds, on 429 and 503.' })),
				...(codes.includes('second_factor_required') ? { methods: SecondFactorMethods } : {}),
				...(codes.includes('already_connected') ? { status: ConnectedStatus } : {}),
				...(codes.includes('chat_taken') ? { until: TakenUntil } : {}),
			}),
		},
		{ description: codes.join(', ') },
	);
}

/** The body of a success without data. */
export const Done = Type.Object({
	success: Type.Boolean(),
	message: Type.String({ description: 'The completed action.' }),
});

/** The body of a deletion. */
export const Deleted = Type.Object({ success: Type.Boolean(), message: Type.String() });

/** Codes any operation that needs a key, or the owner in its place, can answer with. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'not_signed_in',
	'insufficient_permissions',
	'origin_not_allowed',
	'csrf_token_required',
	'second_factor_missing',
	'ip_not_allowed',
	'https_required',
	'rate_limit_exceeded',
	'internal_error',
	'service_unavailable',
];
/** Codes of a body that cannot be read. */
export const UNREADABLE_BODY = ['invalid_parameters', 'payload_too_large', 'unsupported_media_type'] as const;
/** Response schemas by status of these errors. */
export function responsesOf(possible: readonly ErrorCode[]): Record<number, TSchema> {
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of ERROR_CODES) {
		if (!possible.includes(code)) continue;
		const status = ERROR_STATUS[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return Object.fromEntries([...byStatus].map(([status, codes]) => [status, ErrorBody(codes)]));
}
