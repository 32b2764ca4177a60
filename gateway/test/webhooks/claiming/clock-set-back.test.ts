import { describe, it } from '@jest/globals';
import { useClockSetBack } from '../../support/clock-set-back.ts';

describe('a gateway whose clock is set back by an hour', () => {
	const { receive, receiver, register, setBack, waitForRequests } = useClockSetBack();

	it('delivers to a webhook with a rate', async () => {
		await register(1);
		await receive('1');
		await receiver().count(1);
		setBack();
		await receive('2');
		await waitForRequests(2);
	});
});
