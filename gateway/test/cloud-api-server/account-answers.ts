import type { ServerResponse } from 'node:http';
import { answerJson, GraphFailure } from './answers.ts';
import type { GraphRequest } from './graph.ts';
import type { PhoneNumber, World } from './world.ts';

/** The types that the Resumable Upload API takes, as far as profiles need them. */
const UPLOAD_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/jpg', 'image/png']);

/** Blocks or unblocks people. Meta reports the result for each of them. */
export function answerBlock(
	number: PhoneNumber,
	{ method }: GraphRequest,
	body: unknown,
	response: ServerResponse,
): void {
	const users = (body as { block_users: { user: string }[] }).block_users;
	const blocks = method === 'POST';
	const named = users.map(({ user }) => ({ input: user, wa_id: user.replace('+', '') }));
	const isDone = ({ wa_id: id }: { wa_id: string }): boolean => !blocks || number.writers.has(id);
	const done = named.filter(isDone);
	for (const { wa_id: id } of done) {
		if (blocks) number.blocked.add(id);
		else number.blocked.delete(id);
	}
	const failed = named
		.filter((user) => !isDone(user))
		.map((user) => ({
			...user,
			errors: [{ message: 'Re-engagement required', code: 131047, error_data: TOO_LATE }],
		}));
	const outcome = {
		[blocks ? 'added_users' : 'removed_users']: done,
		...(failed.length === 0 ? {} : { failed_users: failed }),
	};
	const answer = { messaging_product: 'whatsapp', block_users: outcome };
	if (failed.length === 0) {
		answerJson(response, 200, answer);
		return;
	}
	const details = 'Failed to block some users, see the block_users response list for details';
	const failure = new GraphFailure(400, 139100, '(#139100) Failed to block/unblock users', { details });
	answerJson(response, 400, { ...answer, ...failure.body });
}

const TOO_LATE = { details: 'User has not messaged in the last 24 hours' };

/** Shows or changes the business profile of a number. */
export function answerProfile(
	world: World,
	number: PhoneNumber,
	{ method, query }: GraphRequest,
	body: unknown,
	response: ServerResponse,
): void {
	if (method === 'GET') {
		const known: Record<string, unknown> = { ...number.profile, messaging_product: 'whatsapp' };
		const fields = ['messaging_product', ...(query.fields ?? '').split(',')];
		const shown = fields.filter((field) => known[field] !== undefined).map((field) => [field, known[field]]);
		answerJson(response, 200, { data: [Object.fromEntries(shown)] });
		return;
	}
	const { about, profile_picture_handle: handle } = body as {
		about?: string;
		profile_picture_handle?: string;
	};
	if (handle !== undefined && !world.handles.has(handle)) {
		throw new GraphFailure(400, 100, '(#100) Invalid parameter', { details: 'The handle is not known.' });
	}
	if (about !== undefined) number.profile.about = about;
	if (handle !== undefined) number.profile.profile_picture_url = 'https://pps.whatsapp.net/v/profile.jpg';
	answerJson(response, 200, { success: true });
}

/** Begins an upload of the Resumable Upload API. */
export function answerUploadSession(world: World, { query }: GraphRequest, response: ServerResponse): void {
	const length = Number(query.file_length);
	const type = query.file_type ?? '';
	if (!Number.isInteger(length) || length < 1 || !UPLOAD_TYPES.has(type)) {
		throw new GraphFailure(400, 100, '(#100) Invalid parameter', { details: 'file_length or file_type' });
	}
	world.counter += 1;
	const id = `upload:MTphdHRhY2htZW50OjE${world.counter}=`;
	world.uploads.set(id, { type, length });
	answerJson(response, 200, { id: `${id}?sig=ARZqkGCA_uQMxC8nHKI` });
}

/** Takes the bytes of an upload. The offset has to be a header, and the token to be named OAuth. */
export function answerUpload(
	world: World,
	{ path, query, headers, bytes }: GraphRequest,
	response: ServerResponse,
): void {
	const session = world.uploads.get(path[0] ?? '');
	const isRight = session?.length === bytes.length && query.sig === 'ARZqkGCA_uQMxC8nHKI';
	if (!isRight || headers.file_offset !== '0' || headers.authorization?.startsWith('OAuth ') !== true) {
		throw new GraphFailure(400, 100, '(#100) Invalid parameter', { details: 'The upload is not valid.' });
	}
	world.counter += 1;
	const handle = `4:${Buffer.from(`picture ${world.counter}`).toString('base64')}:${session.type}`;
	world.handles.add(handle);
	answerJson(response, 200, { h: handle });
}
