import { readCode } from '../phone/pairing.ts';
import type { World } from '../world.ts';
import { refreshCode, retireSecret, typeCode, type TypedCode } from './link-code.ts';

/** The controls for linking by other ways than a scan. */
export const LINKING_CONTROLS: Readonly<
	Record<string, (world: World, body: never) => Promise<object> | object>
> = {
	/** Retires the secret of a QR code and notifies its client; `child` is the content of the notification. */
	retire(world, body: { qr: string; child?: string }) {
		const { ref, secret } = readCode(body.qr);
		const connection = [...world.connections].find((one) => one.pairing?.refs.includes(ref));
		if (!connection?.pairing) throw new Error('The QR code is of no client.');
		connection.pairing.retired.add(secret.toString('hex'));
		return { id: retireSecret(connection, body.child) };
	},
	/** A phone types a pairing code; responds once the device is linked or the phone has given up. */
	typeCode: (world, body: TypedCode) => typeCode(world, body),
	/** Asks the client for another pairing code. */
	refreshCode(world, body: { phone: string }) {
		refreshCode(world, body.phone);
		return {};
	},
	/** Returns the pairing codes that clients have registered and whether their phones were notified. */
	linkCodes: (world) => ({
		codes: [...world.connections].flatMap(({ pairing }) => {
			const code = pairing?.linkCode;
			return !code ? [] : [{ phone: code.phone, display: code.display, isNotified: code.isNotified }];
		}),
	}),
};
