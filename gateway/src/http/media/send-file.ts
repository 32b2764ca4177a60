import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../domain/error.ts';
import { UnsatisfiableRange } from '../../media/byte-range.ts';
import { attachmentDisposition } from '../../media/content-disposition.ts';
import type { MessageMedia } from '../../media/message-media.ts';
import { evaluatePreconditions, type ConditionalHeaders } from './preconditions.ts';

type FileRequest = Pick<FastifyRequest<{ Headers: ConditionalHeaders }>, 'method' | 'headers'>;

/**
 * Sends a file, or what the headers of the request ask for: a part of it, or nothing of one that the client has. Throws
 * message_not_found, precondition_failed and range_not_satisfiable.
 */
export async function sendFile(
	{ method, headers }: FileRequest,
	reply: FastifyReply,
	file: MessageMedia,
): Promise<FastifyReply> {
	const { etag, mimeType, filename } = file;
	const selection = evaluatePreconditions(method, headers, etag);
	// Also where nothing is sent: conditions count only for a file that exists.
	const { size, part, content } = await file
		.open(selection.send === 'file' ? selection.range : null)
		.catch((error: unknown) => {
			if (!(error instanceof UnsatisfiableRange)) throw error;
			reply.header('Content-Range', `bytes */${error.size}`);
			throw new GatewayError(
				'range_not_satisfiable',
				`The file has ${error.size} bytes, and none in this range.`,
			);
		});
	if (selection.send !== 'file' || method === 'HEAD') content.destroy();
	if (selection.send === 'refusal') {
		throw new GatewayError(
			'precondition_failed',
			`The file has the ETag ${etag}, which If-Match does not name.`,
		);
	}
	reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' });
	if (selection.send === 'nothing')
		return reply.code(304).send(method === 'HEAD' ? emptyStream() : undefined);
	reply.headers({
		'Content-Type': mimeType,
		'Content-Length': part === null ? size : part.last - part.first + 1,
		'Content-Disposition': attachmentDisposition(filename),
		'X-Content-Type-Options': 'nosniff',
	});
	if (part !== null) reply.code(206).header('Content-Range', `bytes ${part.first}-${part.last}/${size}`);
	return reply.send(method === 'HEAD' ? emptyStream() : content);
}

/** Fastify sets the Content-Length of an answer to HEAD by its content, except for a stream. */
function emptyStream(): Readable {
	return Readable.from([]);
}
