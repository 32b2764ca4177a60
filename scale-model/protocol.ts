/** The parts of the protocol that a test can leave out, to show what each is for. */
export interface Protocol {
	/** A gateway writes for an instance only under the grant that its database has at the commit. */
	fencesWrites: boolean;
	/** A cell refuses a command of an earlier epoch than its grant. */
	fencesCommands: boolean;
	/** The directory replaces an entry only where the writer has seen that very entry. */
	comparesEpochs: boolean;
	/** Rows are copied only after the gateway with the session has closed it and said so. */
	waitsForClose: boolean;
	/** The copy has the idempotency keys of accepted messages. */
	copiesKeys: boolean;
	/** The copy has the messages that are still queued. */
	copiesQueue: boolean;
	/** The copy has the deliveries that are still pending. */
	copiesDeliveries: boolean;
}

/** The protocol with all its parts. */
export const COMPLETE: Protocol = {
	fencesWrites: true,
	fencesCommands: true,
	comparesEpochs: true,
	waitsForClose: true,
	copiesKeys: true,
	copiesQueue: true,
	copiesDeliveries: true,
};

/** Returns the protocol without one of its parts. */
export function without(part: keyof Protocol): Protocol {
	return { ...COMPLETE, [part]: false };
}
