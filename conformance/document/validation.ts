import { createRequire } from 'node:module';
import path from 'node:path';
import { closeSchema } from './closed-schema.ts';
import type { Schema } from './schema.ts';

/** The part of Ajv that the checker uses. */
interface Validate {
	(value: unknown): boolean;
	errors?: readonly { instancePath: string; message?: string; params: unknown }[] | null;
}
interface Validator {
	compile(schema: unknown): Validate;
	addFormat(name: string, format: RegExp | true): unknown;
	addKeyword(name: string): unknown;
}
type ValidatorClass = new (options: Record<string, unknown>) => Validator;

// The gateway's workspace has the Ajv for draft 2020-12; the root has an older one for the linter.
const gatewayRequire = createRequire(path.join(import.meta.dirname, '../../gateway/package.json'));
const { Ajv2020 } = gatewayRequire('ajv/dist/2020.js') as { Ajv2020: ValidatorClass };

/** Keywords of OpenAPI and of the gateway that do not constrain values. */
const ANNOTATIONS = ['x-error-code', 'x-extension', 'x-scope', 'example'];

/** The formats of the specification. Timestamps are in UTC with milliseconds. */
const FORMATS: Readonly<Record<string, RegExp | true>> = {
	'date-time': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
	uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
	binary: true,
};

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword);

const compiled = new WeakMap<Schema, Validate>();

/** Validates a value against the closed schema. Returns the errors; null: valid. */
export function validationErrors(schema: Schema, value: unknown): string | null {
	let validate = compiled.get(schema);
	if (validate === undefined) {
		validate = ajv.compile(closeSchema(schema));
		compiled.set(schema, validate);
	}
	if (validate(value)) return null;
	return (validate.errors ?? [])
		.map(({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
		.join('; ');
}
