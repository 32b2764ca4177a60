import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { Capability } from '../../capabilities/capabilities.ts';
import type { SimulatorControls } from '../simulator.ts';
import type { WrittenFields } from './content/schema.ts';

/** The reports that an official connection with the limits of real operators lacks. */
const REPORTS = {
	received_reactions: 'reactions',
	received_edits: 'edits',
	received_deletions: 'deletions',
	received_polls: 'polls',
	received_votes: 'votes',
	received_orders: 'orders',
	received_replies: 'what people tap',
	received_group_changes: 'groups',
	presence: 'who is online or typing',
	calls: 'calls',
	restrictions: 'restrictions of the account',
	chat_changes: 'changes of chats',
} as const satisfies Partial<Record<Capability, string>>;

export type ReportCapability = keyof typeof REPORTS;

/** The capabilities without which a message with these fields cannot arrive. */
export function capabilitiesFor({ poll, order, reply }: WrittenFields): ReportCapability[] {
	return [
		...(poll === undefined ? [] : ['received_polls' as const]),
		...(order === undefined ? [] : ['received_orders' as const]),
		...(reply === undefined ? [] : ['received_replies' as const]),
	];
}

/** Throws official_api_instance where the instance's connection lacks one of these capabilities. */
export function requireCapabilities(
	{ capabilitiesOf }: Pick<SimulatorControls, 'capabilitiesOf'>,
	instanceId: InstanceId,
	required: readonly ReportCapability[],
): void {
	const capabilities = capabilitiesOf(instanceId);
	// The instance is not connected: the request fails for that reason.
	if (capabilities === null) return;
	const missing = required.find((capability) => !capabilities.has(capability));
	if (missing === undefined) return;
	throw new GatewayError(
		'official_api_instance',
		`The official API, which this instance is connected by, does not report ${REPORTS[missing]}. Use an instance connected by QR code.`,
	);
}
