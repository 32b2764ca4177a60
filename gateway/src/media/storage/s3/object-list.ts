/** An object in a list. */
export interface ListedObject {
	key: string;
	/** Epoch milliseconds. */
	modifiedAt: number;
}

/** A page of the objects of a bucket. */
export interface ObjectPage {
	objects: ListedObject[];
	/** The starts of keys up to the delimiter. */
	prefixes: string[];
	/** What requests the next page; null: this is the last one. */
	next: string | null;
}

/** Reads the answer to ListObjectsV2. Throws for any other text. */
export function parseObjectPage(xml: string): ObjectPage {
	if (!xml.includes('<ListBucketResult'))
		throw new Error('The S3 server did not answer with a list of objects.');
	const next = textOf(xml, 'NextContinuationToken');
	return {
		objects: elementsOf(xml, 'Contents').map((element) => ({
			key: textOf(element, 'Key') ?? '',
			modifiedAt: Date.parse(textOf(element, 'LastModified') ?? ''),
		})),
		prefixes: elementsOf(xml, 'CommonPrefixes').map((element) => textOf(element, 'Prefix') ?? ''),
		next: textOf(xml, 'IsTruncated') === 'true' ? next : null,
	};
}

/** Returns the text of the first element of a name in an XML document; null: it has none. */
export function textOf(xml: string, name: string): string | null {
	const [text] = elementsOf(xml, name);
	return text === undefined ? null : unescapeXml(text);
}

/** The contents of the elements of a name, which S3 writes without attributes and never inside of each other. */
function elementsOf(xml: string, name: string): string[] {
	return xml
		.split(`<${name}>`)
		.slice(1)
		.flatMap((rest) => {
			const end = rest.indexOf(`</${name}>`);
			return end === -1 ? [] : [rest.slice(0, end)];
		});
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
	'&amp;': '&',
};

function unescapeXml(text: string): string {
	return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
