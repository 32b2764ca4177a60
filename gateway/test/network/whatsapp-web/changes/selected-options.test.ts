import { describe, expect, it } from '@jest/globals';
import type * as baileys from 'baileys';
import { optionsByHash } from '../../../../src/network/whatsapp-web/changes/poll-keys.ts';
import { selectedOptions } from '../../../../src/network/whatsapp-web/changes/selected-options.ts';

describe('the options that a vote selects', () => {
	/** The options of a vote with these hashes, in a poll of two options. */
	function selected(hashes: Uint8Array[]): string[] | null {
		const decryptPollVote = () => ({ selectedOptions: hashes });
		const decrypted = { baileys: { decryptPollVote } as unknown as typeof baileys };
		const key = { secret: '', options: optionsByHash(['Pizza', 'Pasta']) };
		return selectedOptions(decrypted, {}, { networkId: 'ID', key, creators: ['a'], voters: ['b'] });
	}

	it('are those of its poll, and no properties that every object has', () => {
		const hashes = Object.keys(optionsByHash(['Pasta'])).map((hash) => Buffer.from(hash, 'base64'));
		// As a hash in base64, this is the name of a property.
		expect(selected([Buffer.from('toString', 'base64'), ...hashes])).toEqual(['Pasta']);
	});
});
