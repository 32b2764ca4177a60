import { Type, type Static, type TSchema } from 'typebox';
import { MEDIA_TYPES } from '../../domain/messages/message.ts';
import { MEDIA_FORMATS } from '../../media/formats/formats.ts';
import { EXTENSION, IdOf, NullableString, OneOf } from '../server/schemas/fields.ts';

/** A multipart body as OpenAPI describes it; receiveUpload validates it. */
export const UploadBody = Type.Object({
	file: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'The file.' }),
	mediaType: Type.Optional(
		OneOf(MEDIA_TYPES, { description: 'The required type of the file; absent: detected from its bytes.' }),
	),
});

export const Upload = Type.Object({
	mediaId: IdOf('med', 'Unique identifier of the upload.'),
	mediaUrl: Type.String({
		description: 'The mediaUrl for messages. Any number of messages can use it, for 24 hours.',
		examples: ['media:med_01k9z5q7v8w9x0y1z2a3b4c5d6'],
	}),
	mediaType: OneOf(MEDIA_TYPES),
	mimeType: Type.String({
		description: 'The type, detected from the bytes of the file.',
		examples: ['image/jpeg'],
	}),
	filename: NullableString({ description: 'As the client named it.' }),
	size: Type.Integer({ description: 'Bytes.' }),
});
export type Upload = Static<typeof Upload>;

const Binary = { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) as TSchema };
/** A received file may have any type; these are those of files that are sent. */
const CONTENT_TYPES = new Set([...MEDIA_FORMATS.map(({ mimeType }) => mimeType), 'application/octet-stream']);

const content = Object.fromEntries([...CONTENT_TYPES].map((type) => [type, Binary]));

const ETag = {
	type: 'string',
	description: 'Names the bytes of the file, which never change.',
	...EXTENSION,
};
const AcceptRanges = {
	type: 'string',
	description: 'bytes: the header Range gets a part of the file.',
	...EXTENSION,
};

export const FileContent = {
	description: 'The file, with its Content-Type, Content-Length and Content-Disposition.',
	headers: { ETag, 'Accept-Ranges': AcceptRanges },
	content,
};
export const FilePartContent = {
	description: 'The part of the file that Range asks for.',
	headers: { ETag, 'Accept-Ranges': AcceptRanges },
	content: { '*/*': Binary },
};
export const FileUnchanged = {
	type: 'null',
	description: 'The client has the file already, by If-None-Match.',
	headers: { ETag },
};

/** The headers that get a part of a file, or nothing of one that the client has (RFC 9110). */
export const FileHeaders = Type.Object({
	range: HeaderText(
		'The part to get: bytes=0-1023, bytes=1024- or bytes=-1024. Several parts get the whole file.',
	),
	'if-range': HeaderText('The ETag of the file that the client has a part of. Another file is sent whole.'),
	'if-none-match': HeaderText('The ETags of files that the client has: status 304 for one of them.'),
	'if-match': HeaderText('The ETags of files that the client wants: precondition_failed for another file.'),
});

function HeaderText(description: string) {
	return Type.Optional(Type.String({ description, ...EXTENSION }));
}
