import { withoutParameterNames, type ApiDocument, type Operation } from '../document/document.ts';
import { bodyFields } from '../document/fields.ts';
import { isRecord } from '../document/schema.ts';
import type { Exchange } from '../client/session.ts';
import { getErrorCode } from '../client/response-rules.ts';

/** The coverage of a run over all its gateways. */
export class Coverage {
	requests = 0;
	/** Milliseconds of the slowest response. */
	slowest = 0;
	readonly operations = new Set<string>();
	readonly statuses = new Set<string>();
	readonly parameters = new Set<string>();
	/** Error codes, each alone and each with its operation. */
	readonly codes = new Set<string>();

	record({ operation, call, response }: Exchange): void {
		this.requests += 1;
		this.slowest = Math.max(this.slowest, response.milliseconds);
		const name = withoutParameterNames(operation.name);
		this.statuses.add(`${name} ${response.status}`);
		const code = getErrorCode(response);
		if (code !== null) {
			this.codes.add(code);
			this.codes.add(`${name} ${code}`);
		}
		if (response.status >= 300) return;
		this.operations.add(name);
		for (const parameter of Object.keys({ ...call.path, ...call.query })) {
			this.parameters.add(`${name} ${parameter}`);
		}
		for (const header of Object.keys(call.headers ?? {}))
			this.parameters.add(`${name} ${header.toLowerCase()}`);
		this.recordBody(name, call.body, '');
	}

	private recordBody(name: string, value: unknown, path: string): void {
		if (Array.isArray(value)) {
			for (const item of value.slice(0, 10)) this.recordBody(name, item, `${path}[]`);
			return;
		}
		if (!isRecord(value)) return;
		for (const [key, inside] of Object.entries(value)) {
			const field = path === '' ? key : `${path}.${key}`;
			this.parameters.add(`${name} body.${field}`);
			this.recordBody(name, inside, field);
		}
	}
}

/** Returns the documented parameters and body fields of an operation in the notation of Coverage. */
export function parametersOf(operation: Operation): string[] {
	const name = withoutParameterNames(operation.name);
	const own = operation.parameters.map((parameter) =>
		parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name,
	);
	const body = operation.body?.contentType === 'application/json' ? bodyFields(operation) : [];
	const fields = body.filter(({ label }) => !label.endsWith('[]')).map(({ label }) => `body.${label}`);
	return [...new Set([...own, ...fields])].map((parameter) => `${name} ${parameter}`);
}

/** Returns the documented statuses of all operations in the notation of Coverage. */
export function statusesOf({ operations }: ApiDocument): string[] {
	return operations.flatMap((operation) =>
		[...operation.responses.keys()].map((status) => `${withoutParameterNames(operation.name)} ${status}`),
	);
}
