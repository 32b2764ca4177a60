import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PDF, PNG } from '../../../../gateway/test/support/sample-files.ts';
import type { Fixture } from '../../operations/fixture.ts';
import {
	createFixture,
	getData,
	getId,
	itemWithFiles,
	locator,
	receiveMessage,
} from '../../operations/fixture.ts';
import { storeBinaryDataOnDisk } from '../../support/binaryData.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNodeWith } from '../../support/runNode.ts';

const ADA = '491513000031';
/** Not on the network. */
const UNKNOWN = '491513000000';
/** A person whose phone number the network hides. */
const HIDDEN = '523456789012345@lid';

let fixture: Fixture;
let groupId: string;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await receiveMessage(fixture, { from: null, senderId: HIDDEN, content: 'Hello' });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

beforeEach(async () => {
	const { gateway, instanceId } = fixture;
	const body = { instanceId, name: 'Project team', description: 'Who works when', participants: [ADA] };
	groupId = (await gateway.request<{ data: { id: string } }>('POST', '/v1/groups', body)).body.data.id;
});

function run(operation: string, parameters: INodeParameters, input: INodeExecutionData[] = [{ json: {} }]) {
	return runNodeWith(
		fixture.credential,
		{
			resource: 'group',
			operation,
			...locator('instanceId', fixture.instanceId),
			...locator('groupId', groupId),
			...parameters,
		},
		input,
	);
}

function getGroup(): Promise<IDataObject> {
	return getData(fixture, `/v1/groups/${groupId}?instanceId=${fixture.instanceId}`);
}

describe('Group > Update', () => {
	it('keeps the description where its expression has no value', async () => {
		const { error } = await run('update', { updateFields: { description: '={{ null }}' } });

		expect(error).toMatchObject({
			message:
				'The expression of Description has no value: leave Description empty to remove the description',
		});
	});

	it('changes only the fields that were added, and removes an empty description', async () => {
		const { items } = await run('update', { updateFields: { description: '' } });

		expect(items).toMatchObject([{ json: { name: 'Project team', description: null } }]);
	});

	it('fails without a request when nothing is to be changed', async () => {
		expect((await run('update', { updateFields: {} })).error).toMatchObject({ message: 'Nothing to update' });
	});

	it('sets the picture from a file on disk, and removes it', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-files-'));
		const disk = await storeBinaryDataOnDisk(folder);
		try {
			const logo = await disk.store(Readable.from(PNG), 'logo.png', 'image/png');
			const item = { json: {}, binary: { logo } };
			const set = await run('update', { picture: 'binary', binaryPropertyName: 'logo' }, [item]);
			expect(set.error).toBeUndefined();
			expect(await getGroup()).toMatchObject({ pictureUrl: expect.stringMatching(/^https:/) });

			await run('update', { picture: 'remove' });
			expect(await getGroup()).toMatchObject({ name: 'Project team', pictureUrl: null });

			await run('update', { picture: 'binary', binaryPropertyName: '={{ $binary.logo }}' }, [item]);
			expect(await getGroup()).toMatchObject({ pictureUrl: expect.stringMatching(/^https:/) });
		} finally {
			await disk.close();
			await rm(folder, { recursive: true });
		}
	});

	it('names what is wrong with a picture', async () => {
		const pdf = itemWithFiles({ data: { name: 'a.pdf', mimeType: 'application/pdf', bytes: PDF } });

		expect((await run('update', { picture: 'binary' }, [pdf])).error).toMatchObject({
			message: 'The network does not support files of this type',
			description: expect.stringContaining('By its bytes the file is PDF. An image must be one of'),
		});
		expect(
			(await run('update', { picture: 'binary', binaryPropertyName: 'logo' }, [pdf])).error,
		).toMatchObject({
			message: expect.stringContaining('logo'),
		});
		const url = { picture: 'url', pictureUrl: 'ftp://example.com/team.jpg' };
		expect((await run('update', url)).error).toMatchObject({ message: 'The media URL is not valid' });
	});
});

describe('the participants of a group', () => {
	it('may be people without phone numbers, and a failed one does not stop the others', async () => {
		const participants = { participants: `={{ ["${HIDDEN}", "+${UNKNOWN}", "+${ADA}"] }}` };
		const { error, items } = await run('addParticipants', participants);

		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{ action: 'add', phone: null, id: HIDDEN, status: 'success' },
			{ action: 'add', phone: UNKNOWN, status: 'failed', reason: 'not_on_network' },
			{ action: 'add', phone: ADA, status: 'failed', reason: 'already_participant' },
		]);
	});

	it('may be people without phone numbers in a new group', async () => {
		const { items } = await run('create', { name: 'Guests', participants: HIDDEN });

		const path = `/v1/groups/${getId(items[0])}?instanceId=${fixture.instanceId}`;
		const { participants } = await getData<{ participants: IDataObject[] }>(fixture, path);
		expect(participants).toContainEqual(expect.objectContaining({ id: HIDDEN, phone: null }));
	});
});

describe('Group > Join', () => {
	it('fails for an invite that was revoked', async () => {
		const invite = getId((await run('getInvite', {})).items[0], 'invite');
		await run('revokeInvite', {});

		const { error } = await run('join', { invite });

		expect(error).toMatchObject({
			message: 'The instance could not join the group',
			description: expect.stringMatching(
				/^The gateway says: No group has this invite: it was revoked, or it is not complete\. Ask an admin/,
			),
		});
	});

	it.each(['={{ "" }}', '={{ null }}'])('fails without a request for the invite "%s"', async (invite) => {
		expect((await run('join', { invite })).error).toMatchObject({ message: 'No invite entered' });
	});
});

describe('the field Group', () => {
	it('takes the ID of an older group', async () => {
		const { error } = await run('get', locator('groupId', '4915112345678-1400000000@g.us'));

		expect(error).toMatchObject({ message: 'The group does not exist' });
	});
});
