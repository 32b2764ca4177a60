import type { Attempt } from '../../api/types.ts';
import { shellWord } from '../../requests/languages/shell-word.ts';

/** Parts of the names of headers that authenticate the gateway: with their values, anybody can repeat the request. */
const SIGNATURES = 'signature';

/**
 * Returns a command for a POSIX shell that sends the request of an attempt again. Without `secrets`, signatures are
 * left out.
 */
export function curlOf(
	{ url, headers }: Attempt['request'],
	{ body, secrets }: { body: string | null; secrets: boolean },
): string {
	const lines = Object.entries(headers)
		.filter(([name]) => secrets || !name.includes(SIGNATURES))
		.flatMap(([name, values]) => [values].flat().map((value) => `-H ${shellWord(`${name}: ${value}`)}`));
	return [
		`curl -X POST ${shellWord(url ?? '')}`,
		...lines,
		...(body === null ? [] : [`--data-binary ${shellWord(body)}`]),
	].join(' \\\n  ');
}
