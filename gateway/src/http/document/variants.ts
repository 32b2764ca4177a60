import { isObject, type JsonObject } from '../../lib/json-object.ts';

/** One of several shapes of a body: the fields that only it has, and which of them it requires. */
interface Variant {
	name: string;
	required: readonly string[];
	optional?: readonly string[];
	/** The only value of a field that all shapes have. */
	only?: Readonly<Record<string, string>>;
}

/** The bodies of which one of several shapes is meant, by operation. Fields that no shape names are common to all. */
const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
	sendMessage: [
		{ name: 'SendText', required: ['message'], optional: ['linkPreview'] },
		{
			name: 'SendMedia',
			required: ['mediaUrl', 'mediaType'],
			optional: ['filename', 'caption', 'voice'],
		},
		{ name: 'SendLocation', required: ['location'] },
		{ name: 'SendContacts', required: ['contacts'] },
		{ name: 'SendPoll', required: ['poll'] },
		{ name: 'SendInteractive', required: ['interactive'] },
	],
	connectInstance: [
		{ name: 'ConnectByQrCode', required: [], only: { method: 'qrcode' } },
		{ name: 'ConnectByPairingCode', required: ['phone'], only: { method: 'pairing_code' } },
		{
			name: 'ConnectOfficially',
			required: ['businessId', 'phoneNumberId', 'accessToken'],
			only: { method: 'official' },
		},
	],
};

/**
 * Splits the bodies of operations into their shapes with `oneOf`. The schema that validates stays one object, so that
 * an error names the wrong field instead of the shapes that do not match. Changes the operations.
 */
export function splitVariants(operations: readonly JsonObject[], components: JsonObject): void {
	for (const operation of operations) {
		const variants = VARIANTS[String(operation.operationId)];
		const { requestBody } = operation;
		const content = isObject(requestBody) ? requestBody.content : undefined;
		const media = isObject(content) ? content['application/json'] : undefined;
		if (variants === undefined || !isObject(media) || !isObject(media.schema)) continue;
		media.schema = { oneOf: shapesOf(media.schema, variants, components) };
	}
}

function shapesOf(flat: JsonObject, variants: readonly Variant[], components: JsonObject): JsonObject[] {
	const { properties, required } = flat as { properties: Record<string, JsonObject>; required: string[] };
	const fieldsOf = ({ required: own, optional = [] }: Variant) => [...own, ...optional];
	const special = new Set(variants.flatMap(fieldsOf));
	return variants
		.filter((variant) => isPossible(variant, properties))
		.map((variant) => {
			const own = new Set(fieldsOf(variant));
			const fields = Object.entries(properties).filter(([name]) => !special.has(name) || own.has(name));
			const narrowed = fields.map(([name, schema]) => {
				const only = variant.only?.[name];
				return [name, only === undefined ? schema : { ...schema, enum: [only] }];
			});
			components[variant.name] = {
				...flat,
				properties: Object.fromEntries(narrowed) as JsonObject,
				required: [...required, ...variant.required],
			};
			return { $ref: `#/components/schemas/${variant.name}` };
		});
}

/** Whether the body has the fields of a shape. */
function isPossible({ required, only = {} }: Variant, properties: Record<string, JsonObject>): boolean {
	return (
		required.every((name) => name in properties) &&
		Object.entries(only).every(([name, value]) => (properties[name]?.enum as string[]).includes(value))
	);
}
