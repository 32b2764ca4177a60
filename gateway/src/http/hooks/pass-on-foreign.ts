import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { InstanceId } from '../../domain/ids.ts';
import type { CloudApiWebhook, ForeignChanges } from '../../network/cloud-api/inbound/webhook.ts';
import { listOfficialInstances } from '../../store/instances/official-instances.ts';
import type { Store } from '../../store/store.ts';

interface PassOnDeps {
	app: Pick<FastifyInstance, 'forwardInPlaceOf'>;
	store: Pick<Store, 'read'>;
	webhook: Pick<CloudApiWebhook, 'isConnected'>;
}

interface PassedOn {
	/** False: an instance with one of the numbers is not connected, or has not recorded its changes. */
	passedOn: boolean;
	/** Ids of numbers and businesses of no instance, at most `MAX_UNKNOWN`. */
	unknown: readonly string[];
}

/** The maximum number of unknown numbers in the log. */
const MAX_UNKNOWN = 10;

/**
 * Passes changes of other numbers, which came to the webhook of instance `id`, to the gateways that drive the instances
 * of these numbers. Throws service_unavailable where such a gateway does not answer.
 */
export async function passOnForeign(
	{ app, store, webhook }: PassOnDeps,
	request: FastifyRequest,
	{ id, foreign }: { id: InstanceId; foreign: readonly ForeignChanges[] },
): Promise<PassedOn> {
	const instances = await listOfficialInstances(
		store.read,
		foreign.flatMap(({ phone }) => phone ?? []),
	);
	const unknown: string[] = [];
	let passedOn = true;
	for (const { accountId, phone, payload } of foreign) {
		// Those that are connected here have another phone number id: the changes are not theirs.
		const recipients = instances.filter(
			(instance) => instance.phone === phone && !webhook.isConnected(instance.id),
		);
		if (recipients.length === 0) unknown.push(accountId);
		else if (!(await isRecorded(recipients, payload()))) passedOn = false;
	}
	return { passedOn, unknown: unknown.slice(0, MAX_UNKNOWN) };

	/** Several instances may have had the same number; one of them is connected. */
	async function isRecorded(recipients: readonly { id: InstanceId }[], body: unknown): Promise<boolean> {
		for (const recipient of recipients) {
			// It is connected nowhere: else the gateway that has its lease would have got the request.
			if (recipient.id === id) continue;
			const path = `/hooks/cloud-api/${recipient.id}`;
			const status = await app.forwardInPlaceOf(request, { instanceId: recipient.id, path, body });
			if (status === 200) return true;
		}
		return false;
	}
}
