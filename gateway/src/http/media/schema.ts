import { Type, type Static, type TSchema } from 'typebox';
import { MEDIA_TYPES } from '../../domain/messages/message.ts';
import { MEDIA_FORMATS } from '../../media/formats.ts';
import { IdOf, NullableString, OneOf } from '../server/schemas/fields.ts';

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

export const FileContent = {
	description: 'The file, with its Content-Type, Content-Length and Content-Disposition.',
	content: Object.fromEntries([...CONTENT_TYPES].map((type) => [type, Binary])),
};
