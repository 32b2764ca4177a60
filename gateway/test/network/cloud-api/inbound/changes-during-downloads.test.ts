import { describe, expect, it } from '@jest/globals';
import { arrivedFrom, edit, reaction, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import {
	ago,
	answered,
	answeredTo,
	clock,
	history,
	meta,
	published,
	receiver,
	useTimedInstance,
	wamid,
	type Fields,
} from './timed-instance.ts';

const PHONE = '16505551234';

useTimedInstance(['message.received', 'message.reaction', 'message.edited']);

const edited = async () =>
	(await receiver.find('the edit', (one) => one.at('event') === 'message.edited')).at('data');

describe('a change of a message whose file is being downloaded', () => {
	/** Reports a picture whose first download fails; resolves when that has happened. */
	const pictureOnItsWay = async (notify: (message: Fields) => Promise<unknown>): Promise<Fields> => {
		const id = await meta.media('image/png', PNG);
		await meta.fail({ on: 'download', of: id, times: 1, status: 503 });
		const part = { id, mime_type: 'image/png', sha256: 'x', caption: 'Lok' };
		const message = written(wamid(), 'image', part, ago(0));
		expect(await notify(message)).toBe(200);
		await until('the first download', async () =>
			(await meta.requests('download')).some(({ path }) => path.endsWith(id)),
		);
		expect(await history()).toEqual([]);
		return message;
	};
	const recorded = () =>
		until('the picture', async () => {
			clock.advance(1000);
			return (await history()).length === 1;
		});
	const corrected = (of: unknown) => {
		const media = { type: 'image', image: { mime_type: 'image/png', sha256: 'x', caption: 'Look' } };
		return edit(wamid(), of, media, ago(0));
	};

	it('is accepted, and recorded after the message', async () => {
		const { id } = await pictureOnItsWay(answeredTo);
		const changes = [corrected(id), reaction(wamid(), id, '👍', ago(0))];
		for (let time = 0; time < 2; time += 1) expect(await answeredTo(...changes)).toBe(200);
		await recorded();
		expect(await edited()).toMatchObject({ content: 'Look' });
		await published();
		expect(receiver.requests.map((one) => one.at('event'))).toEqual([
			'message.received',
			'message.edited',
			'message.reaction',
			'message.received',
		]);
	});

	it('is repeated when the message waits under another id of the person', async () => {
		const bsuid = 'US.13491208655302741918';
		const { id } = await pictureOnItsWay((message) => answered(webhook(arrivedFrom({ bsuid }, message))));
		const change = webhook(arrivedFrom({ bsuid, phone: PHONE }, corrected(id)));
		expect(await answered(change)).toBe(503);
		await recorded();
		expect(await answered(change)).toBe(200);
		expect(await edited()).toMatchObject({ content: 'Look' });
	});
});
