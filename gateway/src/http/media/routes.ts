import multipart from '@fastify/multipart';
import { open } from 'node:fs/promises';
import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { MEDIA_TYPES } from '../../domain/message.ts';
import { attachmentDisposition } from '../../media/content-disposition.ts';
import { extensionOf, MAX_MEDIA_SIZE } from '../../media/formats.ts';
import { receiveUpload } from '../../media/receive-upload.ts';
import { mediaUrlOf } from '../../outbound/upload-url.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { insertUpload } from '../../store/messages/uploads.ts';
import type { Routes } from '../server/dependencies.ts';
import { refuseOtherBodies, takeRest } from './multipart-body.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { FileContent, Upload, UploadBody } from './schema.ts';
import { BODY_ERRORS, Data, errorResponses } from '../server/responses.ts';

const tags = ['Messages'];
/** Bytes of a multipart body besides its file. */
const ENVELOPE = 64 * 1024;
const BODY_LIMIT = MAX_MEDIA_SIZE + ENVELOPE;

export const mediaRoutes: Routes = async (app, { store, clock, media }) => {
	await app.register(multipart, {
		throwFileSizeLimit: false,
		limits: { files: 1, fields: 1, parts: 2, fieldSize: 100, fileSize: BODY_LIMIT },
	});

	app.post(
		'/v1/media',
		{
			config: { access: 'messages:write' },
			bodyLimit: BODY_LIMIT,
			onRequest: refuseOtherBodies(BODY_LIMIT),
			// The body is no JSON: what reads it checks it.
			validatorCompiler: () => () => true,
			schema: {
				tags,
				...EXTENSION,
				operationId: 'uploadMedia',
				summary: 'Upload a file that messages can carry',
				description: `One file, of the types and sizes of media messages: ${MEDIA_TYPES.join(', ')}.`,
				consumes: ['multipart/form-data'],
				body: UploadBody,
				response: {
					201: Data(Upload),
					...errorResponses(...BODY_ERRORS, 'media_too_large'),
				},
			},
		},
		async (request, reply) => {
			const received = await receiveUpload(media.folder, request.parts()).catch((error: unknown) => {
				takeRest(request, reply, BODY_LIMIT);
				throw error;
			});
			const { id, file, filename, size, format } = received;
			const { mediaType, mimeType } = format;
			try {
				await store.commit(({ db }) =>
					insertUpload(db, {
						id,
						file,
						media_type: mediaType,
						mime_type: mimeType,
						filename,
						size,
						created_at: clock.now(),
					}),
				);
			} catch (error) {
				await media.folder.discard(file);
				throw error;
			}
			await media.folder.confirm(file);
			reply.code(201);
			return {
				success: true,
				data: { mediaId: id, mediaUrl: mediaUrlOf(id), mediaType, mimeType, filename, size },
			};
		},
	);

	app.get(
		'/v1/messages/:messageId/media',
		{
			config: { access: 'messages:read' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'getMessageMedia',
				summary: 'Get the file of a media message, sent or received',
				params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
				response: { 200: FileContent, ...errorResponses('message_not_found') },
			},
		},
		async (request, reply) => {
			const message = await findMessage(store.read, request.params.messageId);
			if (message === undefined) throw noMedia();
			const { media_file: file, mime_type: mimeType } = message;
			if (file === null || mimeType === null) throw noMedia();
			const handle = await open(media.folder.pathOf(file), 'r').catch(() => {
				throw noMedia();
			});
			const { size } = await handle.stat();
			const filename = message.filename ?? `${message.id}.${extensionOf(mimeType)}`;
			reply.headers({
				'Content-Type': mimeType,
				'Content-Length': size,
				'Content-Disposition': attachmentDisposition(filename),
				'X-Content-Type-Options': 'nosniff',
			});
			return reply.send(handle.createReadStream());
		},
	);
};

function noMedia(): GatewayError {
	return new GatewayError(
		'message_not_found',
		'There is no message with this id that has a file. One that is still queued gets its file when it is sent.',
	);
}
