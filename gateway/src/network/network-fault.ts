/** The faults while the gateway handled data from a network: the values of a metric's label. */
export const NETWORK_FAULTS = [
	/** A frame could not be decoded or handled. The connection was closed and is opened again. */
	'frame',
	/** An uncaught error occurred in a connection, which was closed and is opened again. */
	'escaped_error',
	/** The file of a message could not be downloaded. */
	'file',
	/** A message was recorded as unsupported, because the process crashed three times while it handled the message. */
	'set_aside',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export type CountNetworkFault = (kind: NetworkFault) => void;
