import { RECEIVED_FILE, SENT_FILE, type ApiRequest } from '../api-request.ts';

/** A request as a script for Python 3, with its standard library only. */
export function toPython({ method, url, body, fileField, answersFile = false }: ApiRequest): string {
	const sendsForm = fileField !== undefined;
	const modules = [
		...(body !== undefined || !answersFile ? ['json'] : []),
		'os',
		'urllib.error',
		'urllib.request',
		...(sendsForm ? ['uuid'] : []),
	];
	return [
		...modules.map((name) => `import ${name}`),
		'',
		...(sendsForm ? formOf(fileField) : []),
		'request = urllib.request.Request(',
		`    ${pythonLiteral(url)},`,
		`    method=${pythonLiteral(method)},`,
		'    headers={',
		`        "Authorization": f"Bearer {os.environ['API_KEY']}",`,
		...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
		...(sendsForm ? ['        "Content-Type": f"multipart/form-data; boundary={boundary}",'] : []),
		'    },',
		...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, 1)}).encode(),`]),
		...(sendsForm ? ['    data=form,'] : []),
		')',
		'try:',
		'    with urllib.request.urlopen(request) as response:',
		...(answersFile
			? [`        with open("${RECEIVED_FILE}", "wb") as file:`, '            file.write(response.read())']
			: ['        print(response.status, json.load(response))']),
		'except urllib.error.HTTPError as error:',
		'    print(error.code, error.read().decode())',
	].join('\n');
}

/** The lines that make a form with a file: the standard library has nothing for that. */
function formOf(field: string): string[] {
	const disposition = `Content-Disposition: form-data; name="${field}"; filename="${SENT_FILE}"`;
	return [
		'boundary = uuid.uuid4().hex',
		`with open("${SENT_FILE}", "rb") as file:`,
		'    form = b"\\r\\n".join([',
		'        f"--{boundary}".encode(),',
		`        b'${disposition}',`,
		'        b"Content-Type: application/octet-stream",',
		'        b"",',
		'        file.read(),',
		'        f"--{boundary}--".encode(),',
		'        b"",',
		'    ])',
		'',
	];
}

/** A JSON value in Python: the escapes of a JSON text mean the same there. */
function pythonLiteral(value: unknown, depth = 0): string {
	if (value === true) return 'True';
	if (value === false) return 'False';
	if (value === null) return 'None';
	if (typeof value !== 'object') return JSON.stringify(value);
	const members = Array.isArray(value)
		? value.map((one) => pythonLiteral(one, depth + 1))
		: Object.entries(value as Record<string, unknown>).map(
				([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one, depth + 1)}`,
			);
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	if (members.length === 0) return `${open}${close}`;
	const indent = '    '.repeat(depth + 1);
	const lines = members.map((member) => `${indent}${member},\n`).join('');
	return `${open}\n${lines}${'    '.repeat(depth)}${close}`;
}
