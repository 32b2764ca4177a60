import { Ajv, type ValidateFunction } from 'ajv';
import { interactiveViolation } from './interactive-schema.ts';
import { BLOCK_SCHEMA, MESSAGE_SCHEMAS, PROFILE_SCHEMA, READ_SCHEMA, UPLOAD_SCHEMA } from './schemas.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
const validators = new Map(
	Object.entries(MESSAGE_SCHEMAS).map(([type, schema]) => [type, ajv.compile(schema)]),
);
const isRead = ajv.compile(READ_SCHEMA);
const isUpload = ajv.compile(UPLOAD_SCHEMA);
const isBlock = ajv.compile(BLOCK_SCHEMA);
const isProfile = ajv.compile(PROFILE_SCHEMA);

/** Returns the schema errors of the body of a POST to /messages, or null. */
export function messageViolation(body: unknown): string | null {
	if (typeof body !== 'object' || body === null) return 'The body is not a JSON object.';
	if ('status' in body) return violation(isRead, body);
	const type = 'type' in body ? String(body.type) : 'text';
	const validate = validators.get(type);
	if (validate === undefined) return `There is no message type "${type}".`;
	const broken = violation(validate, body);
	if (broken !== null || !('interactive' in body)) return broken;
	return interactiveViolation(body.interactive);
}

/** Returns the schema errors of the fields of an upload, or null. */
export function uploadViolation(fields: unknown): string | null {
	return violation(isUpload, fields);
}

/** Returns the schema errors of a body that blocks or unblocks people, or null. */
export function blockViolation(body: unknown): string | null {
	return violation(isBlock, body);
}

/** Returns the schema errors of a change of a business profile, or null. */
export function profileViolation(body: unknown): string | null {
	return violation(isProfile, body);
}

function violation(validate: ValidateFunction, value: unknown): string | null {
	return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
}
