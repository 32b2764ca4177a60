import type { InstanceStatusRecord } from '../../api/types.ts';
import type { Attachable } from '../../components/compose/attach-panel.tsx';

export type Capabilities = ReadonlySet<InstanceStatusRecord['capabilities'][number]>;

const ATTACHABLE: Record<Exclude<Attachable, 'later'>, InstanceStatusRecord['capabilities'][number]> = {
	voice: 'voice_notes',
	sticker: 'stickers',
	location: 'locations',
	contact: 'contact_cards',
	poll: 'polls',
};

/** What can be sent on a network with these capabilities besides texts and files. */
export function offeredKinds(capabilities: Capabilities): Attachable[] {
	const kinds = Object.keys(ATTACHABLE) as (keyof typeof ATTACHABLE)[];
	return [...kinds.filter((kind) => capabilities.has(ATTACHABLE[kind])), 'later'];
}
