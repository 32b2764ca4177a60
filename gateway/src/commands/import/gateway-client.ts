import { setTimeout as pause } from 'node:timers/promises';
import { ImportError } from './import-error.ts';

/** Milliseconds the gateway has to respond. */
const REQUEST_TIMEOUT = 60_000;
/** How often a request is sent that the rate limit refuses. */
const ATTEMPTS = 10;

/** A request that the gateway refused. */
export interface Refusal {
	code: string;
	message: string;
}

/** The response of the gateway: its body, or why it refused. */
export type Outcome<Body> = { body: Body; refusal: null } | { body: null; refusal: Refusal };

export interface GatewayClient {
	/** Sends a request; throws ImportError if the gateway cannot be reached or refuses the key. */
	send<Body>(method: string, path: string, body?: object): Promise<Outcome<Body>>;
	/** Returns the entries of a list that has no pages. Throws ImportError. */
	list<Entry>(path: string): Promise<Entry[]>;
	/** Returns all entries of a list with pages. Throws ImportError. */
	listPages<Entry>(path: string): Promise<Entry[]>;
}

const PAGE_SIZE = 100;

/** A client of the gateway at an address, with an API key. */
export function createGatewayClient(url: string, apiKey: string): GatewayClient {
	async function send<Body>(method: string, path: string, body?: object): Promise<Outcome<Body>> {
		for (let attempt = 1; ; attempt += 1) {
			const response = await fetch(url + path, {
				method,
				headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
				body: body === undefined ? null : JSON.stringify(body),
				signal: AbortSignal.timeout(REQUEST_TIMEOUT),
			}).catch((error: unknown) => {
				throw unreachable(url, error);
			});
			if (response.status === 429 && attempt < ATTEMPTS) {
				await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
				continue;
			}
			const content: unknown = await response.json().catch(() => null);
			if (response.ok && content !== null) return { body: content as Body, refusal: null };
			const refusal = refusalIn(content);
			if (refusal === null) {
				throw new ImportError(
					`${url} answers, but is no messaging gateway (status ${response.status}). Give its address with --gateway.`,
				);
			}
			if (response.status === 401 || response.status === 403) {
				throw new ImportError(`${refusal.message} (${refusal.code})`);
			}
			return { body: null, refusal };
		}
	}

	async function list<Entry>(path: string): Promise<Entry[]> {
		const { body, refusal } = await send<{ data: Entry[] }>('GET', path);
		if (refusal !== null) throw new ImportError(`${refusal.message} (${refusal.code})`);
		return body.data;
	}

	return {
		send,
		list,
		async listPages<Entry>(path: string) {
			const entries: Entry[] = [];
			for (;;) {
				const page = await list<Entry>(`${path}?limit=${PAGE_SIZE}&offset=${entries.length}`);
				entries.push(...page);
				if (page.length < PAGE_SIZE) return entries;
			}
		},
	};
}

function refusalIn(content: unknown): Refusal | null {
	const { error } = (content ?? {}) as { error?: Partial<Refusal> };
	return typeof error?.code === 'string' && typeof error.message === 'string'
		? { code: error.code, message: error.message }
		: null;
}

function unreachable(url: string, error: unknown): ImportError {
	const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
	const why = cause?.code === undefined ? '' : ` (${cause.code})`;
	return new ImportError(
		`The gateway does not answer at ${url}${why}. Start it, or give its address with --gateway.`,
	);
}
