import type { GatewayError } from '../../../domain/error.ts';
import type { DisconnectReason } from '../../../domain/instances/instance.ts';
import type { NetworkEvent } from '../../network-event.ts';

/** Why a device is not linked: the reason to report, and the explanation as an error for the caller of `link`. */
export interface LinkingFailure {
	reason: DisconnectReason;
	error: GatewayError;
}

/** The events of a device that is being linked. */
export interface LinkingEvents {
	/** WhatsApp waits for the account's owner: to scan or type a code, or to answer with a passkey. */
	onWaiting: (event: NetworkEvent) => void;
	/** The last QR code of the connection has expired; a new connection gets new ones. */
	onQrCodesExpired: () => void;
	/** The device cannot be linked. */
	onFailed: (failure: LinkingFailure) => void;
}

/** A phone that is asked to type a pairing code. It outlives the connections of the device. */
export interface PairingPhone {
	/** Digits only. */
	phone: string;
	/** The number of codes that were issued. */
	issued: number;
}
