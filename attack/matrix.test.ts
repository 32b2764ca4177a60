import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Call } from '../conformance/client/session.ts';
import type { HttpResponse } from '../conformance/client/transport.ts';
import type { Operation } from '../conformance/document/document.ts';
import { at } from '../conformance/document/schema.ts';
import { createKeys, mayCall, type KeyOfMatrix } from './matrix/callers.ts';
import { ALSO_EXPECTED, ANSWERS, EXPECTED } from './matrix/expected.ts';
import { invitePeople, mayCallAs, ROLES } from './matrix/people.ts';
import { codeOf, startWorld, type World } from './matrix/world.ts';

/** The rule of each operation, from the table. */
const ruleOf = ({ name }: Operation): [access: string, instances: string | undefined] => {
	const [access = '', instances] = (EXPECTED[name] ?? '').split(', ');
	return [access, instances];
};

/** Whether an operation responds as to a caller with permission. */
const isAnswered = ({ name }: Operation, response: HttpResponse): boolean =>
	response.status < 300 || (name in ANSWERS && codeOf(response) === ANSWERS[name]);

describe('all operations by all keys', () => {
	let world: World;
	let keys: KeyOfMatrix[];
	let operations: readonly Operation[];

	beforeAll(async () => {
		world = await startWorld();
		keys = await createKeys(world.gateway);
		operations = world.document.operations;
	});
	afterAll(() => world.close());

	it('have the rules that the table expects of them', () => {
		const rules = operations.map(({ name, scope, instances }) => [
			name,
			instances === null ? scope : `${scope}, ${instances}`,
		]);
		expect(Object.fromEntries(rules)).toEqual(EXPECTED);
	});

	it('find the instance in the field that names it', () => {
		const rules = operations
			.filter(({ instances }) => instances !== null)
			.map(({ name, instances }) => [name, instances]);
		const byFields = operations
			.filter(({ instances }) => instances !== null)
			.map((operation) => [operation.name, instancesByFields(operation)]);
		expect(rules).toEqual(byFields);
	});

	it('allow a key what its scopes contain, and no more', async () => {
		const outcomes: string[] = [];
		for (const operation of operations) {
			const [access] = ruleOf(operation);
			for (const key of keys) {
				if (access === 'public') continue;
				const allowed = mayCall(key, access) && mayCall(key, ALSO_EXPECTED[operation.name] ?? 'any key');
				const call = allowed ? await world.sampleOf(operation) : {};
				const response = await world.send(operation, call, key.key);
				const isExpected = allowed ? isAnswered(operation, response) : isRefused(response);
				if (!isExpected) outcomes.push(`${operation.name} with ${key.name}: ${textOf(response)}`);
			}
		}
		expect(outcomes).toEqual([]);
	});

	it('allow people what their role contains, and no more', async () => {
		const people = await invitePeople(world.gateway.url, world.owner);
		const isForPeople = (access: string): boolean => access === 'owner' || access === 'signed in';
		// The operations for people come last, because they may end all sessions.
		const ordered = operations.toSorted(
			(a, b) => Number(isForPeople(ruleOf(a)[0])) - Number(isForPeople(ruleOf(b)[0])),
		);
		const outcomes: string[] = [];
		for (const role of ROLES) {
			const session = await people.signIn(role);
			for (const operation of ordered) {
				const [access] = ruleOf(operation);
				if (access === 'public') continue;
				const allowed = mayCallAs(role, access);
				const ofPeople = isForPeople(access);
				const call = ofPeople || !allowed ? {} : await world.sampleOf(operation);
				const headers = { ...(ofPeople ? await people.signIn(role) : session), ...call.headers };
				const response = await world.send(operation, { ...call, headers }, null);
				const wasAllowed = ofPeople
					? response.status !== 401 && !isRefused(response)
					: isAnswered(operation, response) || codeOf(response) === 'confirmation_required';
				const isExpected = allowed ? wasAllowed : isRefused(response);
				if (!isExpected) outcomes.push(`${operation.name} as ${role}: ${textOf(response)}`);
			}
		}
		people.close();
		expect(outcomes).toEqual([]);
	});

	it('allow nothing without a key', async () => {
		const outcomes: string[] = [];
		for (const operation of operations) {
			const { status } = await world.send(operation, {}, null);
			if ((status === 401) !== (ruleOf(operation)[0] !== 'public')) outcomes.push(operation.name);
		}
		expect(outcomes).toEqual([]);
	});

	it('give the metrics to keys with metrics:read only', async () => {
		for (const key of keys) {
			const headers = { authorization: `Bearer ${key.key}` };
			const { status } = await fetch(`${world.gateway.url}/metrics`, { headers });
			expect([key.name, status]).toEqual([key.name, mayCall(key, 'metrics:read') ? 200 : 403]);
		}
	});

	it('lead no event of messages to a webhook of a key without messages:read', async () => {
		const [createWebhook, createInstance] = ['POST /v1/webhooks', 'POST /v1/instances'].map((name) =>
			operations.find((operation) => operation.name === name),
		);
		if (createWebhook === undefined || createInstance === undefined) throw new Error('No such operation.');
		const url = 'http://127.0.0.1:9/hook';
		for (const key of keys.filter((one) => !mayCall(one, 'messages:read'))) {
			const answers = [
				await world.send(createWebhook, { body: { url, events: ['message.received'] } }, key.key),
				await world.send(createInstance, { body: { name: 'A', webhookUrl: url } }, key.key),
			];
			expect([key.name, ...answers.map(codeOf)]).toEqual([
				key.name,
				'insufficient_permissions',
				'insufficient_permissions',
			]);
		}
	});
});

describe('all operations by keys that are limited to instances', () => {
	let world: World;
	let calls: { operation: Operation; call: Call; instances: string }[];
	let outsider: string;
	let insider: string;
	let ownId: string;

	beforeAll(async () => {
		world = await startWorld();
		calls = [];
		for (const operation of world.document.operations) {
			const [, instances] = ruleOf(operation);
			if (instances !== undefined)
				calls.push({ operation, call: await world.sampleOf(operation), instances });
		}
		insider = await world.limitedKey(await world.instanceIds());
		const createInstance = world.document.operations.find(({ name }) => name === 'POST /v1/instances');
		if (createInstance === undefined) throw new Error('Instances cannot be created.');
		const created = await world.send(createInstance, { body: { name: 'Own' } }, world.gateway.key);
		ownId = String(at(created.json, 'data.id'));
		outsider = await world.limitedKey([ownId]);
	});
	afterAll(() => world.close());

	it('answer as if the objects of other instances did not exist', async () => {
		const outcomes: string[] = [];
		for (const { operation, call, instances } of calls) {
			const codes = HIDDEN_BY[instances] ?? (filtersByInstance(call) ? ['invalid_instance'] : undefined);
			if (codes === undefined) continue;
			const hidden = await world.send(operation, call, outsider);
			const unknown = await world.send(operation, withUnknownIds(call), outsider);
			const isHidden = codes.includes(codeOf(hidden) ?? '') && errorOf(hidden) === errorOf(unknown);
			if (!isHidden) outcomes.push(`${operation.name}: ${textOf(hidden)}, unknown: ${textOf(unknown)}`);
		}
		expect(outcomes).toEqual([]);
	});

	it('name no other instance and none of its webhooks', async () => {
		const foreign = new Set((await world.instanceIds()).filter((id) => id !== ownId));
		const outcomes: string[] = [];
		for (const { operation, call, instances } of calls) {
			if (instances !== 'visible instances' && instances !== 'no instance') continue;
			const response = await world.send(operation, ofAllInstances(call), outsider);
			const ids = textOf(response).match(/\b(inst|wh|msg)_[0-9a-z]{26}/g) ?? [];
			const isNamed = ids.some((id) => foreign.has(id) || !id.startsWith('inst_'));
			if (response.status >= 300 || isNamed) outcomes.push(`${operation.name}: ${textOf(response)}`);
		}
		expect(outcomes).toEqual([]);
	});

	it('refuse what concerns all instances', async () => {
		for (const { operation, call, instances } of calls) {
			if (instances !== 'all instances') continue;
			const response = await world.send(operation, call, insider);
			expect([operation.name, codeOf(response)]).toEqual([operation.name, 'insufficient_permissions']);
		}
	});

	it('allow everything that concerns its own instances', async () => {
		const outcomes: string[] = [];
		for (const { operation, call, instances } of calls) {
			if (instances === 'all instances') continue;
			const response = await world.send(operation, call, insider);
			if (response.status >= 300) outcomes.push(`${operation.name}: ${textOf(response)}`);
		}
		expect(outcomes).toEqual([]);
	});
});

/** The error codes that hide an object of another instance. */
const HIDDEN_BY: Readonly<Record<string, readonly string[]>> = {
	'instance in path': ['instance_not_found'],
	'instance in body': ['invalid_instance'],
	'instance in query': ['invalid_instance'],
	'message in path': ['message_not_found'],
	'webhook in path': ['webhook_not_found'],
};

/** Which instances an operation must concern, by the names of its fields. */
function instancesByFields({ name: operation, parameters, body, instances }: Operation): string | null {
	const has = (place: string, field: string): boolean =>
		parameters.some(({ in: inside, name }) => inside === place && name === field);
	if (has('path', 'instanceId')) return 'instance in path';
	if (has('path', 'webhookId')) return 'webhook in path';
	// A simulated phone finds the message in its chat with the instance, which the request names.
	const isOnPhone = operation.includes('/simulator/v1/phones/');
	if (has('path', 'messageId') && !isOnPhone) return 'message in path';
	if (body?.schema.properties?.instanceId !== undefined) return 'instance in body';
	const inQuery = parameters.find(({ in: inside, name }) => inside === 'query' && name === 'instanceId');
	if (inQuery !== undefined) return inQuery.required ? 'instance in query' : 'visible instances';
	return instances;
}

/** Whether a call of a list names the only instance whose entries it lists. */
function filtersByInstance({ query }: Call): boolean {
	return query?.instanceId !== undefined;
}

/** The same call of a list, of the entries of all instances. */
function ofAllInstances(call: Call): Call {
	const query = Object.entries(call.query ?? {}).filter(([name]) => name !== 'instanceId');
	return { ...call, query: Object.fromEntries(query) };
}

/** The same call with ids that no object has. */
function withUnknownIds(call: Call): Call {
	const text = JSON.stringify(call);
	return JSON.parse(
		text.replace(/\b(inst|msg|wh|dlv)_[0-9a-z]{26}/g, '$1_01jz0000000000000000000000'),
	) as Call;
}

function isRefused(response: HttpResponse): boolean {
	return response.status === 403 && codeOf(response) === 'insufficient_permissions';
}

/** The error without the id of its request. */
function errorOf({ status, json }: HttpResponse): string {
	return JSON.stringify([status, at(json, 'error.code'), at(json, 'error.message')]);
}

function textOf({ status, bytes }: HttpResponse): string {
	return `${status} ${bytes.toString()}`;
}
