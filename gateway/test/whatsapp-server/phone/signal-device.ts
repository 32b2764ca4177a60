import {
	generateIdentityKeyPair,
	generatePreKey,
	generateRegistrationId,
	generateSignedPreKey,
	type KeyPair,
	type PreKeyBundleInput,
	type SessionRecord,
	type SignalStorage,
	type SignedPreKey,
} from 'whatsapp-rust-bridge';

/** The Signal keys and sessions of a phone. */
export interface SignalDevice {
	registrationId: number;
	identity: KeyPair;
	storage: SignalStorage;
	/** Returns a prekey bundle with a new one-time prekey. */
	bundle(): Required<PreKeyBundleInput>;
	/** Runs one task after another: a session must not be used concurrently. */
	runExclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createSignalDevice(): SignalDevice {
	const identity = generateIdentityKeyPair();
	const registrationId = generateRegistrationId();
	const signedPreKey = generateSignedPreKey(identity, 1);
	const preKeys = new Map<number, KeyPair>();
	let lastPreKey = 0;
	let last: Promise<unknown> = Promise.resolve();
	return {
		registrationId,
		identity,
		storage: createStorage(identity, registrationId, signedPreKey, preKeys),
		bundle() {
			const { keyId, keyPair } = generatePreKey(++lastPreKey);
			preKeys.set(keyId, keyPair);
			return {
				registrationId,
				identityKey: identity.pubKey,
				preKey: { keyId, publicKey: keyPair.pubKey },
				signedPreKey: {
					keyId: signedPreKey.keyId,
					publicKey: signedPreKey.keyPair.pubKey,
					signature: signedPreKey.signature,
				},
			};
		},
		runExclusive(work) {
			const done = last.then(work, work);
			last = done.catch(() => undefined);
			return done;
		},
	};
}

function createStorage(
	identity: KeyPair,
	registrationId: number,
	signedPreKey: SignedPreKey,
	preKeys: Map<number, KeyPair>,
): SignalStorage {
	const sessions = new Map<string, Uint8Array>();
	const senderKeys = new Map<string, Uint8Array>();
	return {
		loadSession: (address) => sessions.get(address),
		storeSession(address, record: SessionRecord) {
			sessions.set(address, record.serialize());
		},
		getOurIdentity: () => identity,
		getOurRegistrationId: () => registrationId,
		isTrustedIdentity: () => true,
		loadPreKey: (id) => preKeys.get(id),
		removePreKey(id) {
			preKeys.delete(id);
		},
		loadSignedPreKey: (id) => (id === signedPreKey.keyId ? signedPreKey : undefined),
		loadSenderKey: (id) => senderKeys.get(id),
		storeSenderKey(id, record) {
			senderKeys.set(id, record);
		},
	};
}
