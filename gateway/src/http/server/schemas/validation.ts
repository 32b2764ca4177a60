import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import plugin from 'fastify-plugin';
import { ERROR_CODES, GatewayError, type ErrorCode } from '../../../domain/error.ts';
import { compileOnUse } from './compile-on-use.ts';
import { ERROR_CODE_KEYWORD, EXTENSION_KEYWORD, NOT_BLANK } from './fields.ts';

/**
 * Validates paths, queries and headers, whose values are text and are converted, and bodies, whose values are not
 * converted. The error names the field.
 */
export const validation = plugin((app: FastifyInstance) => {
	const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
		httpPart === 'body' ? validatorOfBody(schema) : validatorOfUrl(schema);
	app.setValidatorCompiler(compile);
	app.setSchemaErrorFormatter((errors, part) => validationError(errors as ValidationError[], part));
	return Promise.resolve();
});

const bodies = validator(false);
const validatorOfBody = compileOnUse((schema) => resultOf(bodies.compile(schema)));
const urls = validator(true);
const validatorOfUrl = compileOnUse((schema) => finiteOnly(resultOf(urls.compile(schema))));

/** Of a URL, the values are converted and unknown parameters are ignored; of a body, neither. */
function validator(isUrl: boolean): Ajv {
	const ajv = new Ajv({
		coerceTypes: isUrl,
		removeAdditional: isUrl,
		useDefaults: true,
		verbose: true,
		allowUnionTypes: true,
		discriminator: true,
		// The schemas are those of this program: compiling the schema of schemas takes longer than all of theirs.
		validateSchema: false,
	});
	formats.default(ajv, ['date-time']);
	ajv.addKeyword(ERROR_CODE_KEYWORD);
	ajv.addKeyword(EXTENSION_KEYWORD);
	return ajv;
}

type Validated = { value: unknown } | { error: GatewayError | FastifySchemaValidationError[] };

/** Returns the errors as a result: Fastify would read them from a function that is compiled only later. */
function resultOf(validate: ValidateFunction) {
	return (value: unknown): Validated =>
		validate(value) ? { value } : { error: (validate.errors ?? []) as FastifySchemaValidationError[] };
}

/** Refuses infinite numbers: Ajv accepts `1e400` as an integer in every range. */
function finiteOnly(validate: (values: unknown) => Validated) {
	return (values: unknown): Validated => {
		const result = validate(values);
		if ('error' in result) return result;
		for (const [field, value] of Object.entries(values as object)) {
			if (value === Infinity || value === -Infinity) {
				return { error: new GatewayError('invalid_parameters', `"${field}" is too large.`) };
			}
		}
		return result;
	};
}

type ValidationError = FastifySchemaValidationError & Pick<ErrorObject, 'parentSchema'>;

function validationError(errors: ValidationError[], part: string): GatewayError {
	const [error] = errors;
	if (error === undefined) return new GatewayError('invalid_parameters', 'The request is not valid.');
	const field = fieldOf(error);
	const where = field === '' ? `The ${part === 'body' ? 'body' : 'query'}` : `"${field}"`;
	return new GatewayError(codeOf(error), `${where} ${reasonOf(error)}.`);
}

/** The field's own code for a wrong value; invalid_parameters for a wrong type, or a missing or unknown field. */
function codeOf({ keyword, parentSchema }: ValidationError): ErrorCode {
	if (keyword === 'type' || keyword === 'required' || keyword === 'additionalProperties') {
		return 'invalid_parameters';
	}
	const ownCode: unknown = parentSchema?.[ERROR_CODE_KEYWORD];
	return ERROR_CODES.find((code) => code === ownCode) ?? 'invalid_parameters';
}

function fieldOf({ keyword, instancePath, params }: ValidationError): string {
	const path = instancePath.split('/').slice(1);
	if (keyword === 'required') path.push(String(params.missingProperty));
	if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
	if (keyword === 'discriminator') path.push(String(params.tag));
	return path.join('.');
}

function reasonOf({ keyword, message, params, parentSchema }: ValidationError): string {
	const description: unknown = parentSchema?.description;
	switch (keyword) {
		case 'required':
			return 'is required';
		case 'additionalProperties':
			return 'is not a field of this request';
		case 'enum':
			return `must be one of ${(params.allowedValues as string[]).join(', ')}`;
		case 'discriminator':
			return `must be one of ${shapesOf(parentSchema).join(', ')}`;
		case 'pattern':
			if (params.pattern === NOT_BLANK) return 'must not be blank';
			return typeof description === 'string'
				? `does not have the right form: ${description.replace(/\.$/, '')}`
				: 'does not have the right form';
		case 'minLength':
		case 'minItems':
			if (params.limit === 1) return 'must not be empty';
			return `must have at least ${String(params.limit)} ${keyword === 'minItems' ? 'entries' : 'characters'}`;
		case 'maxLength':
			return `must have at most ${counted(params.limit, 'character', 'characters')}`;
		case 'maxItems':
			return `must have at most ${counted(params.limit, 'entry', 'entries')}`;
		case 'minimum':
			return `must be at least ${String(params.limit)}`;
		case 'maximum':
			return `must be at most ${String(params.limit)}`;
		default:
			return message ?? 'is not valid';
	}
}

function counted(limit: unknown, one: string, many: string): string {
	return `${String(limit)} ${limit === 1 ? one : many}`;
}

/** The values by which the shapes of an object differ: each is an enum with one value. */
function shapesOf(schema: ValidationError['parentSchema']): string[] {
	const { propertyName } = (schema?.discriminator ?? {}) as { propertyName?: string };
	const shapes = (schema?.oneOf ?? []) as { properties?: Record<string, { enum?: string[] }> }[];
	return shapes.flatMap(({ properties }) => properties?.[propertyName ?? '']?.enum ?? []);
}
