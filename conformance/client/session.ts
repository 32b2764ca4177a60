import type { ApiDocument, Operation } from '../document/document.ts';
import { isForPeople, withoutParameterNames } from '../document/document.ts';
import type { Coverage } from '../report/coverage.ts';
import type { Report } from '../report/report.ts';
import type { GatewayProcess } from '../server/gateway-process.ts';
import { Owner } from './owner.ts';
import { findViolation } from './response-rules.ts';
import { createTransport, type HttpResponse, type Request } from './transport.ts';

/** A call of an operation. Without a key it uses the key with full access, or the owner's session. */
export interface Call {
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, unknown>>;
	/** The body, sent as JSON. */
	body?: unknown;
	/** The body, sent unchanged. */
	raw?: string | Buffer;
	headers?: Readonly<Record<string, string>>;
	/** Null: no Authorization header. */
	key?: string | null;
}

export interface Exchange {
	operation: Operation;
	call: Call;
	request: Request;
	response: HttpResponse;
}

/** A client of one gateway that validates every response against the document and counts its coverage. */
export class Session {
	readonly gateway: GatewayProcess;
	readonly document: ApiDocument;
	readonly report: Report;
	readonly coverage: Coverage;
	readonly owner: Owner;
	private readonly transport;

	constructor(gateway: GatewayProcess, document: ApiDocument, report: Report, coverage: Coverage) {
		this.gateway = gateway;
		this.document = document;
		this.report = report;
		this.coverage = coverage;
		this.transport = createTransport(gateway.url);
		this.owner = new Owner(gateway);
	}

	/** Returns the operation with this method and path, ignoring the names of path parameters. Throws when there is none. */
	operation(name: string): Operation {
		const found = this.document.operations.find(
			(operation) => withoutParameterNames(operation.name) === withoutParameterNames(name),
		);
		if (found === undefined) throw new Error(`The document has no operation ${name}.`);
		return found;
	}

	/** Sends a call and checks the response. Throws when there is no response. */
	async send(to: Operation | string, call: Call = {}): Promise<Exchange> {
		const operation = typeof to === 'string' ? this.operation(to) : to;
		const request = toRequest(operation, await this.asOwner(operation, call), this.gateway.key);
		let response: HttpResponse;
		try {
			response = await this.transport.send(request);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			this.report.fail('no response', `${operation.name}: ${why}`, formatRequest(request));
			throw new Error(`${operation.name} got no response: ${why}`, { cause: error });
		}
		const exchange = { operation, call, request, response };
		this.coverage.record(exchange);
		this.owner.update(exchange);
		const violation = findViolation(operation, response);
		this.report.check('every response', violation ?? operation.name, violation === null, () =>
			formatExchange(exchange),
		);
		return exchange;
	}

	/** Adds the owner's session to calls of operations that require it, unless the call has a key. */
	private async asOwner(operation: Operation, call: Call): Promise<Call> {
		if (!isForPeople(operation) || call.key !== undefined) return call;
		const headers = call.headers?.cookie === undefined ? await this.owner.headers() : {};
		return { ...call, key: null, headers: { ...headers, ...call.headers } };
	}

	/** Sends a request outside the document. Its response is neither checked nor counted. */
	sendRaw(request: Request): Promise<HttpResponse> {
		return this.transport.send(request);
	}

	async close(): Promise<void> {
		this.transport.close();
		this.owner.close();
		await this.gateway.stop();
	}
}

/** Converts a call to an operation to a request. */
export function toRequest(operation: Operation, call: Call, fullKey: string): Request {
	const path = operation.path.replace(/\{([^}]*)\}/g, (_all, name: string) =>
		escapeSegment(call.path?.[name] ?? name),
	);
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(call.query ?? {})) {
		for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
	}
	const json = call.raw === undefined && call.body !== undefined;
	const key = call.key === undefined ? fullKey : call.key;
	return {
		method: operation.method,
		target: query.size === 0 ? path : `${path}?${query.toString()}`,
		headers: {
			...(key === null ? {} : { authorization: `Bearer ${key}` }),
			...(json ? { 'content-type': 'application/json' } : {}),
			...call.headers,
		},
		body: json ? JSON.stringify(call.body) : (call.raw ?? null),
	};
}

function escapeSegment(segment: string): string {
	return encodeURIComponent(segment.toWellFormed());
}

/** Formats request and response in a few lines. */
export function formatExchange({ request, response }: { request: Request; response: HttpResponse }): string {
	return `${formatRequest(request)}\n-> ${response.status} ${truncate(response.bytes)}`;
}

function formatRequest({ method, target, headers, body }: Request): string {
	const type = headers['content-type'] === undefined ? '' : ` (${headers['content-type']})`;
	return `${method} ${truncate(target)}${body === null ? '' : `${type} ${truncate(body)}`}`;
}

function truncate(text: string | Buffer): string {
	const whole = text.toString();
	return whole.length > 700 ? `${whole.slice(0, 700)}… (${whole.length} characters)` : whole;
}
