/** What a network or a stranger sent that could not be handled; the label of a metric. */
export type NetworkFault =
	/** A frame could not be decoded or handled: its connection was ended and is opened again. */
	| 'frame'
	/** An error escaped from a connection, which was ended and is opened again. */
	| 'escaped_error'
	/** The file of a message could not be had. */
	| 'file'
	/** A message was recorded as one that cannot be shown, because the process died three times while it was handled. */
	| 'set_aside';

/** Counts one of them. */
export type CountNetworkFault = (kind: NetworkFault) => void;
