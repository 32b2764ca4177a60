import type { IncomingMessage } from '../../driver.ts';
import { markRead } from '../connection.ts';
import type { Session } from '../session/session.ts';

/** Tells Meta what was read as it arrived (settings.autoRead): the last message of each chat stands for all. */
export function markMessagesRead(line: Session, messages: readonly IncomingMessage[]): void {
	const last = new Map(messages.map(({ chatId, networkId }) => [chatId, networkId]));
	if (last.size === 0) return;
	readAtOnce(line, [...last.values()]).catch((error: unknown) => {
		const { instanceId } = line;
		line.log.debug({ err: error, instanceId }, 'Meta could not be told that messages were read');
	});
}

async function readAtOnce(line: Session, networkIds: readonly string[]): Promise<void> {
	if (!(await line.host.autoReadEnabled())) return;
	for (const networkId of networkIds) await markRead(line, networkId);
}
