import type { Received } from '../log.ts';
import type { Content } from '../wire/wire.ts';
import type { World } from '../world.ts';
import { editCodeOf, textIn } from './content.ts';
import type { Person } from './people.ts';
import type { IncomingMessage } from './phone-inbox.ts';

/** Applies a reaction, an edit or a deletion to what a phone shows; returns whether the message is one. */
export function applyChange(
	world: World,
	person: Person,
	{ id, sender, group, edit }: IncomingMessage,
	content: Content,
): boolean {
	const { reactionMessage, protocolMessage } = content;
	const key = reactionMessage?.key ?? protocolMessage?.key;
	if (key === undefined) return false;
	const code = editCodeOf(content);
	if (code !== edit) world.log.violations.push(`${id} has the edit code ${edit ?? 'none'} in its stanza`);
	const target = world.log.received.find(
		(one) => one.by === person.phone && one.id === key.id && one.group === (group?.id ?? null),
	);
	if (reactionMessage !== undefined) {
		if (!key.fromMe) world.log.reactions.set(key.id, reactionMessage.text);
		else if (target !== undefined) target.reaction = reactionMessage.text || null;
		return true;
	}
	// Phones ignore edits and deletions by anybody but the author; admins are not simulated here.
	if (target?.from === sender.person.phone && key.fromMe) changeText(target, protocolMessage?.editedMessage);
	return true;
}

function changeText(target: Received, edited: Content | undefined): void {
	target.text = edited === undefined ? null : textIn(edited);
	target.isEdited ||= edited !== undefined;
	target.isDeleted ||= edited === undefined;
}
