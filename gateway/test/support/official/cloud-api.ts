import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Failure, RecordedRequest, Template } from '../../cloud-api-server/world.ts';
import { NUMBER } from '../../cloud-api-server/world.ts';
import { until } from '../until.ts';

const MAIN = path.join(import.meta.dirname, '../../cloud-api-server/main.ts');

/** The response of a gateway to a webhook; status null: no webhook is subscribed. */
export interface Notified {
	status: number | null;
	body?: string;
}

/** A stand-in for Meta's Graph API in a process of its own. */
export interface CloudApi {
	/** The value for GATEWAY_GRAPH_URL. */
	graphUrl: string;
	requests(purpose?: RecordedRequest['purpose']): Promise<RecordedRequest[]>;
	fail(failure: Failure): Promise<void>;
	revoke(token: string): Promise<void>;
	admit(token: string): Promise<void>;
	templates(businessId: string, templates: readonly Template[]): Promise<void>;
	/** Accepts messages and uploads from now on without responding, until `letGo`. */
	hold(): Promise<void>;
	letGo(): Promise<void>;
	/** Removes all failures. */
	recover(): Promise<void>;
	/** Meta does not know a message any more: replies and reactions to it are refused. */
	forget(messageId: string): Promise<void>;
	/** Stores a file that a message can reference; returns its id. `url`: a different download address for it. */
	media(mimeType: string, bytes: Buffer, url?: string): Promise<string>;
	/** The account of the number at Meta: the blocked people, and the profile. */
	account(): Promise<{ blocked: string[]; profile: { about: string; profile_picture_url?: string } }>;
	subscribe(webhook: {
		url: string;
		verifyToken: string;
		appSecret: string;
	}): Promise<{ verified: boolean; status: number }>;
	/** `signature`: replaces the correct one; null: no signature. */
	notify(payload: unknown, signature?: string | null): Promise<Notified>;
	close(): Promise<void>;
}

/** Starts the stand-in for Meta's Graph API; resolves when it is ready. */
export async function startCloudApi(): Promise<CloudApi> {
	const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const gone = new Promise<void>((resolve) => child.once('close', resolve));
	const url = await until('the stand-in to start', () => {
		if (child.exitCode !== null) throw new Error(`The stand-in ended: ${output}`);
		return /^Cloud API stand-in at (\S+)$/m.exec(output)?.[1];
	});
	const control = async <T = unknown>(name: string, body: object = {}): Promise<T> => {
		const response = await fetch(`${url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
		if (!response.ok) throw new Error(await response.text());
		return (await response.json()) as T;
	};
	return {
		graphUrl: `${url}/v23.0`,
		async requests(purpose) {
			const { requests } = await control<{ requests: RecordedRequest[] }>('requests');
			return requests.filter((one) => purpose === undefined || one.purpose === purpose);
		},
		async fail(failure) {
			await control('failures', failure);
		},
		async revoke(token) {
			await control('revoke', { token });
		},
		async admit(token) {
			await control('admit', { token });
		},
		async templates(businessId, templates) {
			await control('templates', { businessId, templates });
		},
		async hold() {
			await control('hold');
		},
		async letGo() {
			await control('letGo');
		},
		async recover() {
			await control('recover');
		},
		async forget(messageId) {
			await control('forget', { messageId });
		},
		media: async (mimeType, bytes, url) =>
			(await control<{ id: string }>('media', { mimeType, base64: bytes.toString('base64'), url })).id,
		account: () => control('account', { phoneNumberId: NUMBER }),
		subscribe: (webhook) => control('subscribe', { phoneNumberId: NUMBER, ...webhook }),
		notify: (payload, signature) =>
			control('notify', {
				phoneNumberId: NUMBER,
				payload,
				...(signature === undefined ? {} : { signature }),
			}),
		close() {
			child.stdin.end();
			return gone;
		},
	};
}
