import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Time } from './column-types.ts';

/** The data key, sealed by one key of the operator. All rows hold the same data key. */
export interface EncryptionKeyTable {
	/** Fingerprint of the operator's key. */
	id: string;
	wrapped_data_key: SealedText;
	created_at: Time;
}
