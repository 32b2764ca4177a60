import type { WASocket } from 'baileys';

/**
 * Fails what still waits for WhatsApp's answers on a connection that has ended. Baileys takes away what would tell
 * the waiting of the end, and they would keep a chat, or whoever asked, for a minute more.
 */
export function endQueries({ ws }: Pick<WASocket, 'ws'>): void {
	if (ws.listenerCount('error') > 0) ws.emit('error', new Error('The connection to WhatsApp was lost.'));
}
