import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerBlock, answerProfile, answerUpload, answerUploadSession } from './account-answers.ts';
import { answerJson, GraphFailure } from './answers.ts';
import { formFields } from './multipart.ts';
import { blockViolation, messageViolation, profileViolation, uploadViolation } from './violations.ts';
import type { PhoneNumber, Purpose, World } from './world.ts';

/** A request to the Graph API, read to its end. */
export interface GraphRequest {
	method: string;
	/** The parts of the path after the version. */
	path: readonly string[];
	query: Record<string, string>;
	headers: IncomingMessage['headers'];
	bytes: Buffer;
	/** The origin of the stand-in. */
	origin: string;
}

/** Answers a request as Meta's documentation of the Graph API says. Throws a GraphFailure. */
export function answerGraph(world: World, request: GraphRequest, response: ServerResponse): void {
	const purpose = purposeOf(world, request);
	const body = bodyOf(request, purpose);
	const { method, query } = request;
	const violation = body === null ? null : (VIOLATIONS[purpose]?.(body) ?? null);
	world.requests.push({ purpose, method, path: `/${request.path.join('/')}`, query, body, violation });
	if (injectFailure(world, { purpose, path: request.path, body }, response)) return;
	authorize(world, request);
	if (violation !== null) {
		throw new GraphFailure(400, 100, '(#100) Invalid parameter', { details: violation });
	}
	ANSWERS[purpose](world, request, body, response);
}

const VIOLATIONS: Partial<Record<Purpose, (body: unknown) => string | null>> = {
	messages: messageViolation,
	media: uploadViolation,
	block: blockViolation,
	profile: profileViolation,
};

function purposeOf(world: World, { method, path }: GraphRequest): Purpose {
	const [id = '', edge] = path;
	if (edge === 'block_users' && (method === 'POST' || method === 'DELETE')) return 'block';
	if (edge === 'whatsapp_business_profile' && (method === 'POST' || method === 'GET')) return 'profile';
	if (id === 'app' && edge === 'uploads' && method === 'POST') return 'upload_session';
	if (id.startsWith('upload:') && method === 'POST') return 'upload';
	if (id === 'files' && method === 'GET') return 'download';
	if (edge === 'messages' && method === 'POST') return 'messages';
	if (edge === 'media' && method === 'POST') return 'media';
	if (edge === 'message_templates' && method === 'GET') return 'templates';
	if (edge === undefined && method === 'GET') return world.media.has(id) ? 'media_url' : 'number';
	throw new GraphFailure(400, 2500, `Unknown path components: /${path.join('/')}`);
}

function bodyOf({ bytes, headers }: GraphRequest, purpose: Purpose): unknown {
	if (bytes.length === 0) return null;
	if (purpose === 'upload') return { size: bytes.length };
	if (purpose === 'media') return formFields(bytes, headers['content-type'] ?? '');
	return JSON.parse(bytes.toString()) as unknown;
}

/** Injects a configured failure; returns whether the request needs no further response. Throws a GraphFailure. */
function injectFailure(
	world: World,
	{ purpose, path, body }: { purpose: Purpose; path: readonly string[]; body: unknown },
	response: ServerResponse,
): boolean {
	const failure = world.failures.find(
		(one) =>
			one.on === purpose &&
			one.times > 0 &&
			(one.of === undefined || path.includes(one.of)) &&
			(one.to === undefined || one.to === (body as { to?: unknown }).to),
	);
	if (failure === undefined) return false;
	failure.times -= 1;
	if (failure.cut === true) {
		response.destroy();
		return true;
	}
	if (failure.raw !== undefined) {
		response.socket?.write(Buffer.from(failure.raw, 'latin1'));
		if (failure.open !== true) response.socket?.end();
		return true;
	}
	if (failure.plain === true) {
		response.writeHead(failure.status ?? 502, { 'content-type': 'text/html' }).end('<h1>No way</h1>');
		return true;
	}
	const {
		status = 400,
		code = 131000,
		message = `(#${code}) Injected failure`,
		details,
		retryAfter,
		subcode,
	} = failure;
	throw new GraphFailure(status, code, message, {
		...(details === undefined ? {} : { details }),
		...(retryAfter === undefined ? {} : { retryAfter }),
		...(subcode === undefined ? {} : { subcode }),
	});
}

function authorize(world: World, { headers }: GraphRequest): void {
	const token = /^(?:Bearer|OAuth) (.+)$/.exec(headers.authorization ?? '')?.[1];
	if (token !== undefined && world.tokens.has(token)) return;
	throw new GraphFailure(401, 190, 'Invalid OAuth access token - Cannot parse access token');
}

type Answer = (world: World, request: GraphRequest, body: unknown, response: ServerResponse) => void;

const ANSWERS: Record<Purpose, Answer> = {
	number(world, { path, query }, _body, response) {
		const number = world.numbers.get(path[0] ?? '') ?? unknownObject(path[0]);
		const known: Record<string, unknown> = { ...number };
		const requested = (query.fields ?? 'display_phone_number,verified_name,quality_rating').split(',');
		const fields = requested.map((field) => [field, known[field]] as const);
		answerJson(response, 200, { ...Object.fromEntries(fields), id: number.id });
	},
	templates(world, { path, query }, _body, response) {
		const templates = world.businesses.get(path[0] ?? '') ?? unknownObject(path[0]);
		const limit = Number(query.limit ?? 25);
		const from = Number(query.after ?? 0);
		const page = templates.slice(from, from + limit);
		const after = String(from + page.length);
		const more =
			from + page.length < templates.length ? { next: `https://graph.example/next?after=${after}` } : {};
		answerJson(response, 200, { data: page, paging: { cursors: { before: String(from), after }, ...more } });
	},
	messages(world, { path }, body, response) {
		if (!world.numbers.has(path[0] ?? '')) unknownObject(path[0]);
		const sent = body as SentBody;
		if (sent.status === 'read') {
			answerJson(response, 200, { success: true });
			return;
		}
		refuseUnknownMessage(world, sent);
		// A phone number takes precedence over a BSUID.
		const { to, recipient } = sent;
		const input = to ?? recipient ?? '';
		world.counter += 1;
		const id = `wamid.${Buffer.from(`${input} ${world.counter}`).toString('base64')}`;
		world.messageIds.add(id);
		const recorded = world.requests.at(-1);
		if (recorded !== undefined) recorded.wamid = id;
		respond(world, response, {
			messaging_product: 'whatsapp',
			contacts: [to === undefined ? { input, user_id: input } : { input, wa_id: input }],
			messages: [{ id }],
		});
	},
	media(world, _request, _body, response) {
		world.counter += 1;
		const id = `77000000000${world.counter}`;
		const recorded = world.requests.at(-1);
		if (recorded !== undefined) recorded.mediaId = id;
		respond(world, response, { id });
	},
	block(world, request, body, response) {
		answerBlock(numberOf(world, request), request, body, response);
	},
	profile(world, request, body, response) {
		answerProfile(world, numberOf(world, request), request, body, response);
	},
	upload_session(world, request, _body, response) {
		answerUploadSession(world, request, response);
	},
	upload(world, request, _body, response) {
		answerUpload(world, request, response);
	},
	media_url(world, { path, origin }, _body, response) {
		const [id = ''] = path;
		const { mimeType, bytes, url } = world.media.get(id) ?? unknownObject(id);
		answerJson(response, 200, {
			messaging_product: 'whatsapp',
			url: url ?? `${origin}/v23.0/files/${id}`,
			mime_type: mimeType,
			sha256: createHash('sha256').update(bytes).digest('hex'),
			file_size: String(bytes.length),
			id,
		});
	},
	download(world, { path }, _body, response) {
		const { mimeType, bytes } = world.media.get(path[1] ?? '') ?? unknownObject(path[1]);
		response.writeHead(200, { 'content-type': mimeType, 'content-length': bytes.length });
		response.end(bytes);
	},
};

/** Answers a message or an upload, once responses are not held any more. */
function respond(world: World, response: ServerResponse, body: object): void {
	const answer = (): void => {
		answerJson(response, 200, body);
	};
	if (world.heldResponses === null) answer();
	else world.heldResponses.push(answer);
}

interface SentBody {
	to?: string;
	recipient?: string;
	status?: string;
	context?: { message_id: string };
	reaction?: { message_id: string };
}

/** Meta refuses replies and reactions to a message that does not exist. */
function refuseUnknownMessage(world: World, { context, reaction }: SentBody): void {
	const unknown = [context?.message_id, reaction?.message_id].find(
		(id) => id !== undefined && !world.messageIds.has(id),
	);
	if (unknown === undefined) return;
	throw new GraphFailure(400, 131009, '(#131009) Parameter value is not valid', {
		details: `There is no message ${unknown}.`,
	});
}

function numberOf(world: World, { path }: GraphRequest): PhoneNumber {
	return world.numbers.get(path[0] ?? '') ?? unknownObject(path[0]);
}

function unknownObject(id = ''): never {
	throw new GraphFailure(
		400,
		100,
		`Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
		{ subcode: 33 },
	);
}
