import type { SendingCaller } from '../../domain/access/caller.ts';
import type { MessageTemplate, TemplateParameter } from '../../domain/messages/template.ts';
import type { Connections } from '../../network/connections/connections.ts';
import { checkMedia, type CheckMediaDeps } from './check-media.ts';
import { checkTemplate } from './check-template.ts';
import type { MediaContent } from './message-content.ts';
import type { MediaToSend, MessageToSend } from '../queueing/message-to-send.ts';
import { templateOf, type TemplateFields } from './template-request.ts';
import { isUploadUrl } from '../media/upload-url.ts';

/**
 * Checks the fields of a request to send a template. Throws invalid_parameters. The returned function has the network
 * check the template, and returns the message; it throws what checkTemplate throws, and what checkMedia throws for an
 * uploaded file in the header.
 */
export function prepareTemplate(
	deps: CheckMediaDeps & { connections: Connections; caller: SendingCaller },
	fields: { instanceId: string; to: string; template: TemplateFields; force?: boolean },
): () => Promise<MessageToSend> {
	const { db, connections, caller } = deps;
	const { instanceId, to, force = false } = fields;
	const template = templateOf(fields.template);
	return async () => ({
		instanceId,
		to,
		type: 'text',
		content: await checkTemplate(db, connections, instanceId, template),
		details: {},
		quotedMessageId: null,
		metadata: null,
		media: await uploadOfHeader(deps, template),
		template,
		sendAt: null,
		force,
		isFromPerson: caller.kind === 'user',
	});
}

/** Returns the uploaded file in the header; null: there is none, and the network downloads a file elsewhere itself. */
async function uploadOfHeader(
	deps: CheckMediaDeps & { caller: SendingCaller },
	{ components }: MessageTemplate,
): Promise<MediaToSend | null> {
	const [parameter] = components.find(({ type }) => type === 'header')?.parameters ?? [];
	const file = parameter === undefined ? null : fileOf(parameter);
	if (file === null || !isUploadUrl(file.mediaUrl)) return null;
	return checkMedia(deps, file, deps.caller);
}

function fileOf(parameter: TemplateParameter): MediaContent | null {
	const rest = { caption: null, voice: false };
	switch (parameter.type) {
		case 'image':
			return { ...rest, mediaUrl: parameter.image.link, mediaType: 'image', filename: null };
		case 'video':
			return { ...rest, mediaUrl: parameter.video.link, mediaType: 'video', filename: null };
		case 'document': {
			const { link, filename = null } = parameter.document;
			return { ...rest, mediaUrl: link, mediaType: 'document', filename };
		}
		case 'text':
		case 'currency':
		case 'date_time':
		case 'location':
		case 'payload':
		case 'coupon_code':
		case 'action':
			return null;
	}
}
