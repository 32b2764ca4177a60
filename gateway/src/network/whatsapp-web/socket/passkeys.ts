import type { WASocket } from 'baileys';

/** Notifications by which WhatsApp wants a passkey of a device that is being linked. */
const REQUESTS = ['passkey_prologue_request', 'crsc_continuation'];

/** Hears of it when WhatsApp links the device with a passkey only, which nobody but the phone and a browser has. */
export function onPasskeyWanted(socket: WASocket, wanted: () => void): void {
	for (const type of REQUESTS) socket.ws.on(`CB:notification,type:${type}`, wanted);
}
