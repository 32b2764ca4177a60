import { expect, it } from '@jest/globals';
import type { Acceptance } from '../judge-advisories.ts';
import { readJson } from '../lock-file.ts';

it('accepts an advisory only with a reason and a last day', () => {
	for (const accepted of readJson('supply-chain', 'accepted-advisories.json') as Acceptance[]) {
		expect(accepted).toEqual({
			id: expect.stringMatching(/^(GHSA-|https:)/),
			package: expect.any(String),
			reason: expect.stringMatching(/.{20,}/),
			until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
		});
	}
});
