import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { at } from '../json.ts';

type Schema = Record<string, unknown>;

/** The file of Meta's description of its API: META_API_DOCUMENT, or beside the repository. */
export const META_DOCUMENT =
	process.env.META_API_DOCUMENT ??
	path.join(import.meta.dirname, '../../../../../shared/data/meta-business-messaging-v23.yaml');

export const HAS_META_DOCUMENT = existsSync(META_DOCUMENT);

/** Meta's description of its API. */
export interface MetaDocument {
	/** Returns the errors of a value against a schema; null: it is valid. */
	faultOf(schema: string, value: unknown): string | null;
	/** Returns the name of the schema of a message, or of a part of one, by its `type`. */
	schemaFor(schema: string, value: unknown): string;
	/** Whether the document contains an operation. */
	has(method: string, path: string): boolean;
}

/** Reads Meta's document and repairs its contradictions. */
export function readMetaDocument(): MetaDocument {
	const document: unknown = parse(readFileSync(META_DOCUMENT, 'utf8'));
	const schemas = at(document, 'components.schemas') as Record<string, Schema>;
	repair(schemas);
	const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
	ajv.addSchema({ $id: 'https://meta.example/document', components: { schemas } });
	return {
		faultOf(schema, value) {
			const validate = ajv.getSchema(`https://meta.example/document#/components/schemas/${schema}`);
			if (validate === undefined) throw new Error(`Meta's document has no schema ${schema}.`);
			if (validate(value) === true) return null;
			return ajv.errorsText(validate.errors, { dataVar: schema });
		},
		schemaFor(schema, value) {
			const mapping = at(schemas[schema], 'discriminator.mapping') as Record<string, string>;
			const reference = mapping[String(at(value, 'type'))] ?? '';
			return reference.slice(reference.lastIndexOf('/') + 1);
		},
		has(method, where) {
			const operations = (at(document, 'paths') as Record<string, Schema>)[where];
			return operations !== undefined && method.toLowerCase() in operations;
		},
	};
}

/** Schemas of received messages that reference the schemas of sent messages with the same name. */
const MIXED_UP: Readonly<Record<string, string>> = {
	TextMessage: 'TextMessage_2',
	ReactionMessage: 'ReactionMessage_1',
	AudioMessage: 'AudioMessage_1',
	DocumentMessage: 'DocumentMessage_1',
	ImageMessage: 'ImageMessage_1',
	StickerMessage: 'StickerMessage_1',
	VideoMessage: 'VideoMessage_1',
	LocationMessage: 'LocationMessage_1',
	BaseMessageProperties: 'BaseMessageProperties_1',
	ErrorObject: 'ErrorObject_2',
};
const OF_ARRIVALS = [
	...Object.values(MIXED_UP),
	'IncomingMessage',
	'ContactSharingMessage',
	'UnsupportedMessage',
	'ButtonMessage',
	'InteractiveMessageReply',
	'OrderMessage',
	'SystemMessage',
];

/**
 * Repairs parts that no message can satisfy: parts that forbid the fields of the part beside them, references from
 * received to sent messages, and a pattern for one of several characters where a number is meant. Adds the text of ours
 * that statuses contain, which only Meta's page on their webhooks describes.
 */
function repair(schemas: Record<string, Schema>): void {
	for (const schema of Object.values(schemas)) {
		const parts = (schema.allOf ?? []) as Schema[];
		for (const part of parts) {
			if (part.additionalProperties !== false) continue;
			delete part.additionalProperties;
			schema.unevaluatedProperties = false;
		}
	}
	const base = schemas.BaseMessageProperties?.properties as Schema;
	base.biz_opaque_callback_data = { type: 'string', maxLength: 512 };
	for (const name of OF_ARRIVALS) {
		const text = JSON.stringify(schemas[name]).replace(
			/"#\/components\/schemas\/(\w+)"/g,
			(_reference, to: string) => `"#/components/schemas/${MIXED_UP[to] ?? to}"`,
		);
		schemas[name] = JSON.parse(text) as Schema;
	}
	for (const name of ['TemplateComponent', 'ButtonComponent']) {
		const text = JSON.stringify(schemas[name]).replaceAll('^[2-6, 11-14]$', '^[0-9]+$');
		schemas[name] = JSON.parse(text) as Schema;
	}
}
