import { existsSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { API_ERROR_CODES } from '../../../gateway/src/domain/error.ts';
import { ERROR_HINTS } from '../../../gateway/src/http/server/errors/error-hints.ts';
import { errorTexts } from '../../../nodes/MessagingGateway/transport/errorTexts.ts';
import { ACTION_NODE, loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';
import { ROOT } from '../support/root.ts';

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe('n8n', () => {
	it.each([ACTION_NODE, TRIGGER_NODE])('loads the node %s with its icons and its category', (name) => {
		const node = loadedPackage.types.nodes.find((type) => type.name === name);

		expect(node?.codex).toMatchObject({ categories: ['Communication'] });
		expect(node?.iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
		for (const icon of Object.values(node?.iconUrl as Record<string, string>)) {
			const file = icon.replace('icons/n8n-nodes-messaging-gateway/', '');
			expect(existsSync(path.join(ROOT, file))).toBe(true);
		}
	});
});

describe('errorTexts', () => {
	it.each(API_ERROR_CODES)(
		'says what is wrong for %s, and the gateway or the node what to do next',
		(code) => {
			expect(errorTexts[code]?.message).toMatch(/^[A-Z].*[^.]$/);
			expect(errorTexts[code]?.nextStep ?? ERROR_HINTS[code]).toMatch(/^[A-Z].*\.$/);
		},
	);
});
