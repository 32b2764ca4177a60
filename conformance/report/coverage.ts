import { withoutParameterNames, type ApiDocument, type Operation } from '../document/document.ts';
import { bodyFields } from '../document/fields.ts';
import { isRecord } from '../document/schema.ts';
import type { Exchange } from '../client/session.ts';
import { getErrorCode } from '../client/response-rules.ts';

/** What was reached so far, over all gateways of a run. */
export class Coverage {
	requests = 0;
	/** Slowest answer, in milliseconds. */
	slowest = 0;
	readonly operations = new Set<string>();
	readonly statuses = new Set<string>();
	readonly parameters = new Set<string>();
	/** Error codes, each alone and each with its operation. */
	readonly codes = new Set<string>();

	note({ operation, call, answer }: Exchange): void {
		this.requests += 1;
		this.slowest = Math.max(this.slowest, answer.milliseconds);
		const name = withoutParameterNames(operation.name);
		this.statuses.add(`${name} ${answer.status}`);
		const code = getErrorCode(answer);
		if (code !== null) {
			this.codes.add(code);
			this.codes.add(`${name} ${code}`);
		}
		if (answer.status >= 300) return;
		this.operations.add(name);
		for (const parameter of Object.keys({ ...call.path, ...call.query })) {
			this.parameters.add(`${name} ${parameter}`);
		}
		for (const header of Object.keys(call.headers ?? {}))
			this.parameters.add(`${name} ${header.toLowerCase()}`);
		this.noteBody(name, call.body, '');
	}

	private noteBody(name: string, value: unknown, path: string): void {
		if (Array.isArray(value)) {
			for (const item of value.slice(0, 10)) this.noteBody(name, item, `${path}[]`);
			return;
		}
		if (!isRecord(value)) return;
		for (const [key, inside] of Object.entries(value)) {
			const field = path === '' ? key : `${path}.${key}`;
			this.parameters.add(`${name} body.${field}`);
			this.noteBody(name, inside, field);
		}
	}
}

/** Everything a document says can be sent to an operation, as Coverage notes it. */
export function parametersOf(operation: Operation): string[] {
	const name = withoutParameterNames(operation.name);
	const own = operation.parameters.map((parameter) =>
		parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name,
	);
	const body = operation.body?.contentType === 'application/json' ? bodyFields(operation) : [];
	const fields = body.filter(({ label }) => !label.endsWith('[]')).map(({ label }) => `body.${label}`);
	return [...new Set([...own, ...fields])].map((parameter) => `${name} ${parameter}`);
}

/** Every documented status of every operation, as Coverage notes it. */
export function statusesOf({ operations }: ApiDocument): string[] {
	return operations.flatMap((operation) =>
		[...operation.responses.keys()].map((status) => `${withoutParameterNames(operation.name)} ${status}`),
	);
}
