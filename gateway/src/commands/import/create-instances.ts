import type { GatewayClient } from './gateway-client.ts';
import { shownUrl, type ImportedInstance, type ImportedWebhook } from './imported-instance.ts';

/** What happened to an instance: lines for the terminal. */
export interface InstanceReport {
	name: string;
	lines: string[];
	/** Whether something could not be created. */
	failed: boolean;
}

interface Existing {
	id: string;
	name: string;
}

/**
 * Creates the instances and webhooks that the gateway does not have yet: an instance is known by its name, a webhook by
 * its instance and URL. So a second run creates nothing, and a failed run can be repeated.
 */
export async function createInstances(
	client: GatewayClient,
	imported: readonly ImportedInstance[],
): Promise<InstanceReport[]> {
	const existing = await client.listPages<Existing>('/v1/instances');
	const reports: InstanceReport[] = [];
	for (const instance of imported) {
		const report: InstanceReport = { name: instance.name, lines: [], failed: false };
		reports.push(report);
		const known = existing.find(({ name }) => name === instance.name);
		const id = known === undefined ? await createInstance(client, instance, report) : known.id;
		if (id === null) continue;
		if (known === undefined) existing.push({ id, name: instance.name });
		else report.lines.push(`instance ${id} is there already`);
		await createWebhooks(client, instance.webhooks, { id, report });
	}
	return reports;
}

/** Returns the id; null: the gateway refused. */
async function createInstance(
	client: GatewayClient,
	{ name, settings }: ImportedInstance,
	report: InstanceReport,
): Promise<string | null> {
	const { body, refusal } = await client.send<{ data: Existing }>('POST', '/v1/instances', {
		name,
		settings,
	});
	if (refusal === null) {
		report.lines.push(`instance ${body.data.id} created`);
		return body.data.id;
	}
	report.failed = true;
	report.lines.push(`instance not created: ${refusal.message} (${refusal.code})`);
	return null;
}

async function createWebhooks(
	client: GatewayClient,
	webhooks: readonly ImportedWebhook[],
	{ id, report }: { id: string; report: InstanceReport },
): Promise<void> {
	const existing = await client.list<{ url: string; instanceId: string | null }>(
		`/v1/webhooks?instanceId=${id}`,
	);
	const known = new Set(existing.filter(({ instanceId }) => instanceId === id).map(({ url }) => url));
	for (const webhook of webhooks) {
		const place = shownUrl(webhook.url);
		if (known.has(webhook.url)) {
			report.lines.push(`webhook ${place} is there already`);
			continue;
		}
		const { body, refusal } = await client.send<{ data: { id: string } }>('POST', '/v1/webhooks', {
			...webhook,
			instanceId: id,
			name: 'Imported',
		});
		if (refusal === null) {
			known.add(webhook.url);
			report.lines.push(`webhook ${body.data.id} for ${place} created: ${webhook.events.join(', ')}`);
		} else {
			report.failed = true;
			report.lines.push(`webhook for ${place} not created: ${refusal.message} (${refusal.code})`);
		}
	}
}
