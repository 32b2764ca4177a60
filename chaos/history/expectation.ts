import type { EventName } from './record.ts';

/** The expected outcome of a message to a simulated recipient. */
export interface Expectation {
	/** The events it causes, in order. */
	events: readonly EventName[];
	finalStatus: 'read' | 'delivered' | 'failed';
	/** Whether the recipient sends the same text back. */
	echoed: boolean;
}

const READS: Expectation = {
	events: ['message.sent', 'message.delivered', 'message.read'],
	finalStatus: 'read',
	echoed: false,
};

const BY_ENDING: Readonly<Record<string, Expectation>> = {
	'0000': { events: ['message.failed'], finalStatus: 'failed', echoed: false },
	'0001': { events: ['message.sent', 'message.delivered'], finalStatus: 'delivered', echoed: false },
	'0002': { events: ['message.sent', 'message.failed'], finalStatus: 'failed', echoed: false },
	'0003': { ...READS, echoed: true },
};

/** The last four digits of a phone determine its behavior. */
export function expectedOutcome(phone: string): Expectation {
	return BY_ENDING[phone.slice(-4)] ?? READS;
}
