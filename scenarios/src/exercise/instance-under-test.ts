import type { Instance } from '../gateway/gateway-api.ts';
import type { GatewayClient } from '../gateway/gateway-client.ts';
import { createQueries } from '../gateway/gateway-queries.ts';
import { NotReadyError } from './webhook-under-test.ts';

/** Returns the instance with a name or id; null: the only one. Throws NotReadyError where it is not connected. */
export async function findInstance(gateway: GatewayClient, wanted: string | null): Promise<Instance> {
	const all = await createQueries(gateway).listInstances();
	const found = wanted === null ? all : all.filter(({ id, name }) => id === wanted || name === wanted);
	const [instance] = found;
	if (instance === undefined || found.length > 1) {
		throw new NotReadyError(
			wanted === null
				? 'There is not exactly one instance. Name the one that is meant with "instance", or with --instance.'
				: `There ${found.length === 0 ? 'is no instance' : 'are several instances'} "${wanted}". Name it by its id.`,
		);
	}
	if (instance.status === 'connected') return instance;
	throw new NotReadyError(`The instance "${instance.name}" is ${instance.status}. Connect it first.`);
}

/** Whether people can take the chats of an instance. */
export async function canBeTaken(gateway: GatewayClient, instanceId: string): Promise<boolean> {
	const { data } = (await gateway.request('GET', `/v1/instances/${instanceId}`)) as {
		data: { settings?: { takeover?: unknown } };
	};
	return (data.settings?.takeover ?? null) !== null;
}

/** The error for an instance without settings.takeover, in an exercise in which people take chats. */
export function noTakeover({ id, name }: Instance): NotReadyError {
	return new NotReadyError(
		`People take chats of "${name}" only with settings.takeover. Set it with PATCH /v1/instances/${id} {"settings": {"takeover": {"releaseAfter": "30m"}}}, or leave the trouble "person" out.`,
	);
}

/** Throws NotReadyError for an instance whose chats have no 24-hour window: those that send no templates. */
export async function checkWindow(gateway: GatewayClient, { id, name }: Instance): Promise<void> {
	const { data } = (await gateway.request('GET', `/v1/instances/${id}/status`)) as {
		data: { capabilities: readonly string[] };
	};
	if (data.capabilities.includes('templates')) return;
	throw new NotReadyError(
		`Only official connections have a 24-hour window, and "${name}" has none. Connect it with method official, or leave the trouble "window" out.`,
	);
}
