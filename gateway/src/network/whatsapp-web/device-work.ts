import { attachContacts, existingPhones } from './contacts.ts';
import type { Device, OpenLink } from './device.ts';
import { createHistoryReceiver } from './inbound/history.ts';
import type { Inbox } from './inbound/inbox.ts';
import { takeOwnNotice } from './inbound/own-notices.ts';
import type { PhoneRequests } from './inbound/phone-requests.ts';
import { createMessageReceiver } from './inbound/receive-messages.ts';
import { attachReceipts } from './inbound/receive-receipts.ts';
import { createMessageSender, type MessageSender } from './outbound/send-message.ts';

/** What is done with a device's connections, one after the other. */
export interface DeviceWork {
	sender: MessageSender;
	/** Takes what comes in, before anything does. */
	attach: (link: OpenLink) => void;
	/** WhatsApp has let the device in: what an earlier connection left behind is done. */
	begin: (link: OpenLink) => void;
	/** The connection is gone; another one may follow. */
	lost: () => void;
}

export function createDeviceWork(device: Device, inbox: Inbox, requests: PhoneRequests): DeviceWork {
	const sender = createMessageSender(device, async (phones) =>
		existingPhones((await device.link()).socket, phones),
	);
	const history = createHistoryReceiver(device);
	const messages = createMessageReceiver(device, {
		inbox,
		requests,
		takeNotice: (opened) => takeOwnNotice(device, { history, requests }, opened),
	});
	return {
		sender,
		attach(link) {
			sender.attach(link);
			messages.attach(link);
			attachReceipts(device, link);
			attachContacts(device, link);
			history.attach(link);
		},
		begin(link) {
			requests.resume(link);
			messages.recordLeftovers(link).catch((error: unknown) => {
				const { log, instanceId } = device;
				log.warn({ err: error, instanceId }, 'messages of an earlier connection are not recorded yet');
			});
		},
		lost() {
			sender.lost();
		},
	};
}
