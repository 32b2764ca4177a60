import multipart from '@fastify/multipart';
import { Type } from 'typebox';
import { MEDIA_TYPES } from '../../domain/messages/message.ts';
import { MAX_MEDIA_SIZE } from '../../media/formats/formats.ts';
import { findMessageMedia } from '../../media/message-media.ts';
import { receiveUpload } from '../../media/receive-upload.ts';
import { storeUpload } from '../../media/store-upload.ts';
import { actorOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { drainBody, requireMultipart } from './multipart-body.ts';
import { FileContent, FileHeaders, FilePartContent, FileUnchanged, Upload, UploadBody } from './schema.ts';
import { sendFile } from './send-file.ts';
import { uploadView } from './view.ts';

/** Bytes of a multipart body besides its file. */
const ENVELOPE = 64 * 1024;
const BODY_LIMIT = MAX_MEDIA_SIZE + ENVELOPE;
/** Milliseconds in which an upload has to arrive. */
const UPLOAD_TIMEOUT = 300_000;

export const mediaRoutes: Routes<'store' | 'clock' | 'media'> = async (app, { store, clock, media }) => {
	const { folder } = media;
	const defineRoute = routeDefiner(app, { tag: 'Messages', extension: true });
	await app.register(multipart, {
		throwFileSizeLimit: false,
		limits: { files: 1, fields: 1, parts: 2, fieldSize: 100, fileSize: BODY_LIMIT },
	});

	defineRoute({
		method: 'POST',
		url: '/v1/media',
		access: 'messages:write',
		concerns: 'no instance',
		config: { bodyTimeout: UPLOAD_TIMEOUT },
		options: {
			bodyLimit: BODY_LIMIT,
			onRequest: requireMultipart(BODY_LIMIT),
			// The body is not JSON: receiveUpload validates it.
			validatorCompiler: () => () => true,
		},
		operationId: 'uploadMedia',
		summary: 'Upload a file that messages can carry',
		description: `One file, of the types and sizes of media messages: ${MEDIA_TYPES.join(', ')}.`,
		consumes: ['multipart/form-data'],
		body: UploadBody,
		status: 201,
		data: Upload,
		errors: ['media_too_large'],
		handler: async (request) => {
			const upload = await receiveUpload(folder, request.parts()).catch(async (error: unknown) => {
				await drainBody(request, BODY_LIMIT);
				throw error;
			});
			await storeUpload({ store, clock, folder }, upload, actorOf(request));
			return uploadView(upload);
		},
	});

	defineRoute({
		method: 'GET',
		url: '/v1/messages/:messageId/media',
		access: 'messages:read',
		concerns: 'message in path',
		operationId: 'getMessageMedia',
		summary: 'Get the file of a media message, sent or received',
		description: 'Players seek, and downloads continue, with the header Range.',
		params: Type.Object({ messageId: IdOf('msg', 'The message.') }),
		headers: FileHeaders,
		response: FileContent,
		alternatives: { 206: FilePartContent, 304: FileUnchanged },
		errors: ['message_not_found', 'precondition_failed', 'range_not_satisfiable'],
		handler: async (request, reply) => {
			const file = await findMessageMedia(store.read, folder, request.params.messageId);
			return sendFile(request, reply, file);
		},
	});
};
