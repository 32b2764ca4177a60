import type { BinaryNode, WASocket } from 'baileys';

/** The list of a person's devices that has the phone only. */
const PHONE_ALONE: BinaryNode = {
	tag: 'device-list',
	attrs: {},
	content: [{ tag: 'device', attrs: { id: '0' } }],
};

/**
 * Makes a socket of Baileys send to the other devices of a chat where WhatsApp returns no keys for one of them, for
 * example because it was unlinked a moment ago, or no devices for one of the people. Baileys takes an error about one
 * device for an error of the whole query: nobody in the group would receive the message, for as long as WhatsApp answers
 * so. A device without keys is left out; where the recipient has no other, sending fails as before.
 */
export function tolerateRefusals({ ws }: Pick<WASocket, 'ws'>): void {
	// Emitted before Baileys looks for the query that a frame answers.
	ws.on('frame', (frame: BinaryNode | Uint8Array) => {
		if (frame instanceof Uint8Array || frame.tag !== 'iq' || frame.attrs.type !== 'result') return;
		for (const part of childrenOf(frame)) {
			if (part.tag === 'list') leaveOutRefused(part);
			if (part.tag === 'usync') childrenOf(part).filter(isList).flatMap(childrenOf).forEach(assumePhone);
		}
	});
}

/** Removes people, each with one device, whose keys were refused from an answer to a query for keys. */
function leaveOutRefused(list: BinaryNode): void {
	if (!Array.isArray(list.content)) return;
	list.content = list.content.filter((user) => user.tag !== 'user' || !hasError(user));
}

/** Replaces a refused list of devices. Whether the phone can be reached shows in the query for its keys. */
function assumePhone(user: BinaryNode): void {
	for (const part of childrenOf(user))
		if (part.tag === 'devices' && hasError(part)) part.content = [PHONE_ALONE];
}

function isList({ tag }: BinaryNode): boolean {
	return tag === 'list';
}

function hasError(node: BinaryNode): boolean {
	return childrenOf(node).some(({ tag }) => tag === 'error');
}

function childrenOf({ content }: BinaryNode): BinaryNode[] {
	return Array.isArray(content) ? content : [];
}
