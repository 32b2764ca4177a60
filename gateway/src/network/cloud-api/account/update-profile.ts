import { readFile } from 'node:fs/promises';
import { GatewayError } from '../../../domain/error.ts';
import { boundedText } from '../../bounded-text.ts';
import type { ProfileChanges } from '../../driver.ts';
import type { MediaFile } from '../../network-message.ts';
import type { NetworkProfile } from '../../network-event.ts';
import { throwIfNameChanges } from '../../capabilities/unsupported-calls.ts';
import { permanentCause } from '../graph/error-class.ts';
import { getString } from '../graph/json.ts';
import { phoneNumberPath } from '../session/account.ts';
import type { Session } from '../session/session.ts';

/** The picture formats that Meta accepts. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
/** Longest URL of a picture, in characters. */
const URL_LIMIT = 2048;
/** The id of an upload session as a path with a signature. It is used as it is: Meta expects it unescaped. */
const UPLOAD_ID = /^upload:[A-Za-z0-9_=+:.-]{1,1024}(?:\?sig=[A-Za-z0-9_=+.-]{1,1024})?$/;

/**
 * Changes the text and the picture of the business profile. Returns the profile. Throws official_api_instance for what
 * the official API cannot change: the name, and a picture of null.
 */
export async function updateProfile(
	session: Session,
	{ name, about, picture }: ProfileChanges,
): Promise<NetworkProfile> {
	throwIfNameChanges(name);
	if (picture === null) throw noRemoval();
	const path = phoneNumberPath(session.account, 'whatsapp_business_profile');
	const handle = picture === undefined ? {} : { profile_picture_handle: await upload(session, picture) };
	const text = about === undefined ? {} : { about };
	await request(session, { path, body: { messaging_product: 'whatsapp', ...text, ...handle } });
	const shown = await request(session, { path, query: { fields: 'about,profile_picture_url' } });
	const url = getString(shown, 'data', 0, 'profile_picture_url');
	return { ...session.account.profile, profilePicUrl: url === null ? null : boundedText(url, URL_LIMIT) };
}

/** Uploads a picture by Meta's Resumable Upload API. Returns its handle. */
async function upload(session: Session, { path, mimeType }: MediaFile): Promise<string> {
	if (!PICTURE_TYPES.has(mimeType)) {
		throw new GatewayError(
			'unsupported_media_type',
			`The official API takes a profile picture as JPEG or PNG, and this is ${mimeType}. Convert it.`,
		);
	}
	const bytes = await readFile(path);
	const query = { file_length: String(bytes.length), file_type: mimeType, file_name: 'profile' };
	// `app` is the app of the access token.
	const created = await request(session, { path: '/app/uploads', query, body: {} });
	const id = getString(created, 'id') ?? '';
	if (!UPLOAD_ID.test(id)) throw noAnswer();
	const headers = { authorization: `OAuth ${session.account.credentials.accessToken}`, file_offset: '0' };
	const uploaded = await request(session, { path: `/${id}`, headers, body: bytes });
	const handle = getString(uploaded, 'h');
	if (handle === null) throw noAnswer();
	return handle;
}

/** Sends a request. Throws invalid_parameters, with Meta's message, for a request that Meta will never accept. */
async function request(
	session: Session,
	options: Parameters<Session['requestForClient']>[1],
): Promise<unknown> {
	try {
		return await session.requestForClient('change the profile', options);
	} catch (error) {
		const cause = permanentCause(error);
		throw new GatewayError('invalid_parameters', `Meta did not take the profile. It says: ${cause.message}`);
	}
}

function noRemoval(): GatewayError {
	return new GatewayError(
		'official_api_instance',
		'The official API, which this instance is connected by, cannot remove a profile picture. Set another picture.',
	);
}

function noAnswer(): GatewayError {
	return new GatewayError(
		'service_unavailable',
		'Meta answered the upload of the picture in an unknown way. Send the request again in a few seconds.',
		{ retryAfter: 5 },
	);
}
