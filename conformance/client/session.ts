import type { ApiDocument, Operation } from '../document/document.ts';
import { withoutParameterNames } from '../document/document.ts';
import type { Coverage } from '../report/coverage.ts';
import type { Report } from '../report/report.ts';
import type { GatewayProcess } from '../server/gateway-process.ts';
import { Owner } from './owner.ts';
import { findViolation } from './response-rules.ts';
import { createTransport, type Answer, type Request } from './transport.ts';

/** What a request to an operation consists of; the key is the full one unless said otherwise, or the owner's session. */
export interface Call {
	path?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, unknown>>;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as it is. */
	raw?: string | Buffer;
	headers?: Readonly<Record<string, string>>;
	/** Null: no Authorization header. */
	key?: string | null;
}

export interface Exchange {
	operation: Operation;
	call: Call;
	request: Request;
	answer: Answer;
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
		this.owner = new Owner(gateway, this.transport);
	}

	/** The operation with this method and path, whatever its path parameters are called. */
	operation(name: string): Operation {
		const found = this.document.operations.find(
			(operation) => withoutParameterNames(operation.name) === withoutParameterNames(name),
		);
		if (found === undefined) throw new Error(`The document has no operation ${name}.`);
		return found;
	}

	/** Sends a call and checks the response. Throws only when there is none. */
	async send(to: Operation | string, call: Call = {}): Promise<Exchange> {
		const operation = typeof to === 'string' ? this.operation(to) : to;
		const request = toRequest(operation, await this.asOwner(operation, call), this.gateway.key);
		let answer: Answer;
		try {
			answer = await this.transport.send(request);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			this.report.fail('no answer', `${operation.name}: ${why}`, shown(request));
			throw new Error(`${operation.name} gave no answer: ${why}`, { cause: error });
		}
		const exchange = { operation, call, request, answer };
		this.coverage.note(exchange);
		this.owner.note(exchange);
		const breach = findViolation(operation, answer);
		this.report.check('every answer', breach ?? operation.name, breach === null, () =>
			formatExchange(exchange),
		);
		return exchange;
	}

	/** What is the owner's alone is asked in its session, unless the call says otherwise. */
	private async asOwner(operation: Operation, call: Call): Promise<Call> {
		if (operation.scope !== 'owner' || call.key !== undefined) return call;
		const headers = call.headers?.cookie === undefined ? await this.owner.headers() : {};
		return { ...call, key: null, headers: { ...headers, ...call.headers } };
	}

	/** A request to no operation; only counted by who sends it. */
	sendRaw(request: Request): Promise<Answer> {
		return this.transport.send(request);
	}

	async close(): Promise<void> {
		this.transport.close();
		await this.gateway.stop();
	}
}

/** Converts a call to an operation to a request. */
export function toRequest(operation: Operation, call: Call, fullKey: string): Request {
	const path = operation.path.replace(/\{([^}]*)\}/g, (_all, name: string) =>
		escaped(call.path?.[name] ?? name),
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

function escaped(segment: string): string {
	return encodeURIComponent(segment.toWellFormed());
}

/** Formats request and response in a few lines. */
export function formatExchange({ request, answer }: { request: Request; answer: Answer }): string {
	return `${shown(request)}\n-> ${answer.status} ${cut(answer.bytes)}`;
}

function shown({ method, target, headers, body }: Request): string {
	const type = headers['content-type'] === undefined ? '' : ` (${headers['content-type']})`;
	return `${method} ${cut(target)}${body === null ? '' : `${type} ${cut(body)}`}`;
}

function cut(text: string | Buffer): string {
	const whole = text.toString();
	return whole.length > 700 ? `${whole.slice(0, 700)}… (${whole.length} characters)` : whole;
}
