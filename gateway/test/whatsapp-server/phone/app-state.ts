import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { expandAppStateKeys, LTHashAntiTampering } from 'whatsapp-rust-bridge';
import { decode, encode } from '../wire/protobuf.ts';
import type { SyncAction, SyncdPatch } from '../wire/app-state.ts';

/** The state that the devices of an account share, encrypted with a key of the phone. */
export interface AppState {
	keyId: Buffer;
	keyData: Buffer;
	/** By name, such as `regular_low`. */
	collections: Map<string, Collection>;
}

interface Collection {
	/** Patches with their versions; the first is version 1. */
	patches: Buffer[];
	hash: Uint8Array;
	/** The MACs of the current values, by the MAC of their index. */
	valueMacs: Map<string, Uint8Array>;
}

/** One change of the shared state: the index is JSON, such as `["archive", jid]`. */
export interface Mutation {
	index: string[];
	value: SyncAction;
	version: number;
}

const SET = 0;
const MAC_LENGTH = 32;
const HASH_LENGTH = 128;

export function createAppState(): AppState {
	return { keyId: randomBytes(6), keyData: randomBytes(32), collections: new Map() };
}

export function collectionOf({ collections }: AppState, name: string): Collection {
	const collection = collections.get(name) ?? {
		patches: [],
		hash: Buffer.alloc(HASH_LENGTH),
		valueMacs: new Map<string, Uint8Array>(),
	};
	collections.set(name, collection);
	return collection;
}

/** Adds a change that the phone makes. */
export function addMutation(state: AppState, name: string, { index, value, version }: Mutation): void {
	const keys = keysOf(state);
	const indexBytes = Buffer.from(JSON.stringify(index));
	const data = encode('SyncActionData', { index: indexBytes, value, padding: Buffer.alloc(0), version });
	const iv = randomBytes(16);
	const cipher = createCipheriv('aes-256-cbc', keys.value, iv);
	const encrypted = Buffer.concat([iv, cipher.update(data), cipher.final()]);
	const valueMac = valueMacOf(state, encrypted);
	const record = {
		index: { blob: hmac(keys.index, indexBytes) },
		value: { blob: Buffer.concat([encrypted, valueMac]) },
		keyId: { id: state.keyId },
	};
	addPatch(state, name, { mutations: [{ operation: SET, record }], keyId: { id: state.keyId } });
}

/**
 * Adds the patch of a client and returns its changes. Throws when a MAC is wrong, or what is encrypted cannot be read:
 * the other devices of the account would reject it.
 */
export function acceptPatch(state: AppState, name: string, bytes: Uint8Array): Mutation[] {
	const patch = decode('SyncdPatch', bytes);
	const keys = keysOf(state);
	const mutations = (patch.mutations ?? []).map(({ record }): Mutation => {
		const blob = Buffer.from(record.value.blob);
		const [encrypted, mac] = [blob.subarray(0, -MAC_LENGTH), blob.subarray(-MAC_LENGTH)];
		if (!valueMacOf(state, encrypted).equals(mac)) throw new Error('The MAC of a value is wrong.');
		const decipher = createDecipheriv('aes-256-cbc', keys.value, encrypted.subarray(0, 16));
		const data = Buffer.concat([decipher.update(encrypted.subarray(16)), decipher.final()]);
		const { index, value, version = 0 } = decode('SyncActionData', data);
		if (!hmac(keys.index, index).equals(Buffer.from(record.index.blob))) {
			throw new Error('The MAC of an index is wrong.');
		}
		return { index: JSON.parse(Buffer.from(index).toString()) as string[], value, version };
	});
	const { snapshotMac, patchMac } = addPatch(state, name, patch);
	if (!snapshotMac.equals(Buffer.from(patch.snapshotMac ?? [])))
		throw new Error('The snapshot MAC is wrong.');
	if (!patchMac.equals(Buffer.from(patch.patchMac ?? []))) throw new Error('The patch MAC is wrong.');
	return mutations;
}

/** Stores a patch as the next version; returns its MACs. */
function addPatch(
	state: AppState,
	name: string,
	patch: SyncdPatch,
): { snapshotMac: Buffer; patchMac: Buffer } {
	const collection = collectionOf(state, name);
	const { patches, valueMacs } = collection;
	const added: Uint8Array[] = [];
	const removed: Uint8Array[] = [];
	for (const { record } of patch.mutations ?? []) {
		const index = Buffer.from(record.index.blob).toString('base64');
		const valueMac = Buffer.from(record.value.blob).subarray(-MAC_LENGTH);
		const before = valueMacs.get(index);
		if (before !== undefined) removed.push(before);
		added.push(valueMac);
		valueMacs.set(index, valueMac);
	}
	collection.hash = new LTHashAntiTampering().subtractThenAdd(collection.hash, removed, added);
	const version = patches.length + 1;
	const keys = keysOf(state);
	const place = Buffer.concat([versionBytes(version), Buffer.from(name)]);
	const snapshotMac = hmac(keys.snapshotMac, Buffer.concat([collection.hash, place]));
	const patchMac = hmac(keys.patchMac, Buffer.concat([snapshotMac, ...added, place]));
	patches.push(encode('SyncdPatch', { ...patch, version: { version }, snapshotMac, patchMac }));
	return { snapshotMac, patchMac };
}

function keysOf({ keyData }: AppState) {
	const keys = expandAppStateKeys(keyData);
	return {
		index: keys.indexKey,
		value: keys.valueEncryptionKey,
		valueMac: keys.valueMacKey,
		snapshotMac: keys.snapshotMacKey,
		patchMac: keys.patchMacKey,
	};
}

/** The MAC of an encrypted value that is set. */
function valueMacOf(state: AppState, encrypted: Uint8Array): Buffer {
	const associated = Buffer.concat([Buffer.from([1]), state.keyId]);
	const data = Buffer.concat([associated, encrypted, versionBytes(associated.length)]);
	return createHmac('sha512', keysOf(state).valueMac).update(data).digest().subarray(0, MAC_LENGTH);
}

function versionBytes(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeUInt32BE(value, 4);
	return bytes;
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
	return createHmac('sha256', key).update(data).digest();
}
