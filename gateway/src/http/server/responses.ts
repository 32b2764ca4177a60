import { Type, type TSchema } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../../domain/error.ts';
import { ERROR_STATUS } from './error-status.ts';
import { NullableString, OneOf } from './fields.ts';

/** The envelope of most successful responses (specification, Conventions). */
export function Data<T extends TSchema>(data: T) {
	return Type.Object({ success: Type.Boolean(), data });
}

export const Pagination = Type.Object({
	total: Type.Integer(),
	limit: Type.Integer(),
	offset: Type.Integer(),
	hasMore: Type.Boolean(),
});

/** A page of items that are counted. */
export function Page<T extends TSchema>(item: T) {
	return Type.Object({ success: Type.Boolean(), data: Type.Array(item), pagination: Pagination });
}

/** A page of a list that begins anew behind a cursor. */
export function CursorPage<T extends TSchema>(item: T) {
	return Type.Object({
		success: Type.Boolean(),
		data: Type.Array(item),
		pagination: Type.Object({
			hasMore: Type.Boolean(),
			nextCursor: NullableString({
				description: 'Pass it as before for the next page; null on the last one.',
			}),
		}),
	});
}

/** What a list is answered with that was asked for one item more than fit on a page. */
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

/** The error body, with the codes it can carry where it stands (specification, Errors). */
function ErrorBody(codes: readonly ErrorCode[]) {
	return Type.Object(
		{
			error: Type.Object({
				code: OneOf(codes),
				message: Type.String({ description: 'What is wrong, and what to do next.' }),
				requestId: Type.String(),
				retryAfter: Type.Optional(Type.Integer({ description: 'Seconds, on 429 and 503.' })),
			}),
		},
		{ description: codes.join(', ') },
	);
}

/** What is done needs no more to be told about it. */
export const Done = Type.Object({
	success: Type.Boolean(),
	message: Type.String({ description: 'What was done.' }),
});

/** Codes any operation that needs a key, or the owner in its place, can answer with. */
const ALWAYS: readonly ErrorCode[] = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'not_signed_in',
	'insufficient_permissions',
	'origin_not_allowed',
	'ip_not_allowed',
	'https_required',
	'rate_limit_exceeded',
	'internal_error',
	'service_unavailable',
];
/** Codes of a body that cannot be read. */
export const UNREADABLE_BODY: readonly ErrorCode[] = [
	'invalid_parameters',
	'payload_too_large',
	'unsupported_media_type',
];
/** Codes any operation with a body can answer with besides; one without can answer with the last. */
export const BODY_ERRORS: readonly ErrorCode[] = [...UNREADABLE_BODY, 'csrf_token_required'];

/** Response schemas by status of every error an operation can give: its own codes and those all have. */
export function errorResponses(...own: ErrorCode[]): Record<number, TSchema> {
	return responsesOf([...ALWAYS, ...own]);
}

/** The same for an operation that every valid key may do. */
export function errorResponsesOfAnyKey(): Record<number, TSchema> {
	return responsesOf(ALWAYS.filter((code) => code !== 'insufficient_permissions'));
}

/** The same for an operation of the owner alone. */
export function errorResponsesOfOwner(...own: ErrorCode[]): Record<number, TSchema> {
	return responsesOf([...ALWAYS, 'owner_not_set', ...own]);
}

/** The same for an operation that needs no key: these codes and no others. */
export function errorResponsesWithoutKey(...codes: ErrorCode[]): Record<number, TSchema> {
	return responsesOf(codes);
}

function responsesOf(possible: readonly ErrorCode[]): Record<number, TSchema> {
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of ERROR_CODES) {
		if (!possible.includes(code)) continue;
		const status = ERROR_STATUS[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	return Object.fromEntries([...byStatus].map(([status, codes]) => [status, ErrorBody(codes)]));
}
