import { RECEIVED_FILE, SENT_FILE, type ApiRequest } from '../api-request.ts';
import { shellWord } from './shell-word.ts';

/** A request as a command for a POSIX shell. */
export function toCurl({ method, url, body, fileField, answersFile = false }: ApiRequest): string {
	return [
		`curl -X ${method} ${shellWord(url)}`,
		'-H "Authorization: Bearer $API_KEY"',
		...(body === undefined
			? []
			: ["-H 'Content-Type: application/json'", `--data-binary ${shellWord(JSON.stringify(body, null, 2))}`]),
		...(fileField === undefined ? [] : [`-F ${shellWord(`${fileField}=@${SENT_FILE}`)}`]),
		// With an error the answer is no file: it stays in view.
		...(answersFile ? ['--fail-with-body', `--output ${RECEIVED_FILE} || cat ${RECEIVED_FILE}`] : []),
	].join(' \\\n  ');
}
