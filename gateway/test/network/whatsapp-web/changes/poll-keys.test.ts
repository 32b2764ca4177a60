import { describe, expect, it } from '@jest/globals';
import { openPollKeys } from '../../../../src/network/whatsapp-web/changes/poll-keys.ts';

const ADA = '4915122222222@s.whatsapp.net';
const EVE = '4915133333333@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';

const key = (creator: string) => ({ secret: 'c2VjcmV0', creator, options: {} });

describe('the keys of polls', () => {
	it('of one person do not displace those of others', async () => {
		const stored = new Map<string, unknown>();
		const unitOfWork = {
			set(values: Readonly<Record<string, unknown>>) {
				for (const [name, value] of Object.entries(values)) {
					if (value === null) stored.delete(name);
					else stored.set(name, value);
				}
			},
		};
		const session = { list: () => Promise.resolve(new Map<string, string>()) };
		const serializer = { serialize: String, deserialize: (text: string): unknown => text };
		const polls = await openPollKeys(unitOfWork, session, serializer);
		polls.add(GROUP, 'A1', key(ADA));
		for (let number = 0; number < 700; number += 1) polls.add(GROUP, `E${number}`, key(EVE));
		polls.add(GROUP, 'A2', key(ADA));
		expect(stored.size).toBe(500);
		expect(polls.find([GROUP], 'A1')).toMatchObject({ creator: ADA });
		expect(polls.find([GROUP], 'A2')).toMatchObject({ creator: ADA });
		expect(polls.find([GROUP], 'E0')).toBeNull();
		expect(polls.find([GROUP], 'E699')).toMatchObject({ creator: EVE });
	});
});
