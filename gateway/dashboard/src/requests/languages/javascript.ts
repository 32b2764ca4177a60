import { RECEIVED_FILE, SENT_FILE, type ApiRequest } from '../api-request.ts';

/** A request as a module for Node.js, without a package. */
export function toJavaScript({ method, url, body, fileField, answersFile = false }: ApiRequest): string {
	const files = [...(answersFile ? ['writeFile'] : []), ...(fileField === undefined ? [] : ['openAsBlob'])];
	const imports = files.map((name) => `import { ${name} } from '${MODULES[name] ?? ''}';`);
	const form =
		fileField === undefined
			? []
			: [
					'const form = new FormData();',
					`form.set(${JSON.stringify(fileField)}, await openAsBlob('${SENT_FILE}'), '${SENT_FILE}');`,
				];
	return [
		...imports,
		...(imports.length === 0 ? [] : ['']),
		...form,
		`const response = await fetch(${JSON.stringify(url)}, {`,
		`  method: ${JSON.stringify(method)},`,
		'  headers: {',
		'    Authorization: `Bearer ${process.env.API_KEY}`,',
		...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
		'  },',
		// A text and not an object, in which a member called __proto__ would be lost.
		...(body === undefined ? [] : [`  body: ${JSON.stringify(JSON.stringify(body))},`]),
		...(fileField === undefined ? [] : ['  body: form,']),
		'});',
		...(answersFile ? TO_FILE : ['console.log(response.status, await response.json());']),
	].join('\n');
}

const MODULES: Readonly<Record<string, string>> = {
	writeFile: 'node:fs/promises',
	openAsBlob: 'node:fs',
};
const TO_FILE = [
	`if (response.ok) await writeFile('${RECEIVED_FILE}', await response.bytes());`,
	'else console.log(response.status, await response.json());',
];
