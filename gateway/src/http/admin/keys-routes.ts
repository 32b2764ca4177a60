import { Type } from 'typebox';
import { GatewayError } from '../../domain/error.ts';
import { OWNER } from '../../domain/owner.ts';
import { parseRange } from '../../lib/guarded-http/address.ts';
import { apiKeyRow, makeApiKey } from '../../keys/api-key.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '../../store/access/api-keys.ts';
import { recordAudit } from '../../store/access/audit-log.ts';
import type { Routes } from '../server/dependencies.ts';
import { CreateKeyBody, Key, NewKey } from './schema.ts';
import { EXTENSION, IdOf } from '../server/fields.ts';
import { BODY_ERRORS, Data, Done, errorResponsesOfOwner } from '../server/responses.ts';
import { keyView } from './view.ts';

const tags = ['Owner'];

/** Keys of the API, as the owner makes and revokes them (specification, Authentication 2). */
export const adminKeyRoutes: Routes = (app, { store, clock, newId, entropy }) => {
	app.get(
		'/admin/v1/keys',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'listKeys',
				summary: 'List API keys, newest first, revoked ones too',
				response: { 200: Data(Type.Array(Key)), ...errorResponsesOfOwner() },
			},
		},
		async () => ({ success: true, data: (await listApiKeys(store.read)).map(keyView) }),
	);

	app.post(
		'/admin/v1/keys',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'createKey',
				summary: 'Make an API key; its value is shown this once',
				body: CreateKeyBody,
				response: { 201: Data(NewKey), ...errorResponsesOfOwner(...BODY_ERRORS) },
			},
		},
		async (request, reply) => {
			const { name, scopes = null, allowedIps = null } = request.body;
			const now = clock.now();
			const expiresAt = expiryOf(request.body.expiresAt, now);
			allowedIps?.forEach(checkRange);
			const value = makeApiKey(entropy);
			const row = apiKeyRow(newId, { name, value, scopes, allowedIps, expiresAt }, now);
			await store.commit(async ({ db }) => {
				await insertApiKey(db, row);
				const details = {
					name,
					scopes: scopes?.join(',') ?? 'full access',
					expires: request.body.expiresAt ?? 'never',
					allowedIps: allowedIps?.join(',') ?? 'any',
				};
				const act = { action: 'key.created' as const, target: row.id, details };
				await recordAudit(db, newId, { actor: OWNER, at: now }, act);
			});
			reply.code(201);
			return { success: true, data: { ...keyView(row), key: value } };
		},
	);

	app.delete(
		'/admin/v1/keys/:keyId',
		{
			config: { access: 'owner' },
			schema: {
				tags,
				...EXTENSION,
				operationId: 'revokeKey',
				summary: 'Revoke an API key; whoever uses it is refused at once',
				params: Type.Object({ keyId: IdOf('key', 'The key.') }),
				response: { 200: Done, ...errorResponsesOfOwner('csrf_token_required', 'key_not_found') },
			},
		},
		async (request) => {
			const { keyId } = request.params;
			const now = clock.now();
			await store.commit(async ({ db, emit }) => {
				if (!(await revokeApiKey(db, keyId, now))) {
					throw new GatewayError('key_not_found', 'There is no such key, or it was revoked before.');
				}
				emit({ kind: 'key_revoked', keyId: keyId as `key_${string}` });
				await recordAudit(db, newId, { actor: OWNER, at: now }, { action: 'key.revoked', target: keyId });
			});
			return { success: true, message: 'The key is revoked.' };
		},
	);
	return Promise.resolve();
};

function expiryOf(text: string | undefined, now: number): number | null {
	if (text === undefined) return null;
	const expiresAt = Date.parse(text);
	if (expiresAt > now) return expiresAt;
	throw new GatewayError('invalid_parameters', '"expiresAt" must be in the future.');
}

function checkRange(text: string): void {
	try {
		parseRange(text);
	} catch {
		throw new GatewayError(
			'invalid_parameters',
			`"allowedIps" holds "${text}", which is no CIDR range, such as 203.0.113.0/24.`,
		);
	}
}
