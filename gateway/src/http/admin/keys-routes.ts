import { Type } from 'typebox';
import { createApiKey } from '../../access/keys/create-key.ts';
import { listApiKeys } from '../../store/access/api-keys.ts';
import { actorOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import { IdOf } from '../server/schemas/fields.ts';
import { Done } from '../server/schemas/responses.ts';
import { CreateKeyBody, Key, NewKey } from './schema.ts';
import { keyView, newKeyView } from './view.ts';
import { revokeApiKey } from '../../access/keys/revoke-key.ts';

/** The API keys, for owners (specification, Authentication 2). */
export const adminKeyRoutes: Routes<'store' | 'clock' | 'newId' | 'entropy' | 'plan'> = (app, deps) => {
	const { store } = deps;
	const defineRoute = routeDefiner(app, { tag: 'People', access: 'owner', extension: true });

	defineRoute({
		method: 'GET',
		url: '/admin/v1/keys',
		operationId: 'listKeys',
		summary: 'List API keys, newest first, revoked ones too',
		data: Type.Array(Key),
		handler: async () => (await listApiKeys(store.read)).map(keyView),
	});

	defineRoute({
		method: 'POST',
		url: '/admin/v1/keys',
		confirmed: true,
		operationId: 'createKey',
		summary: 'Create an API key; the response alone contains its value',
		body: CreateKeyBody,
		status: 201,
		data: NewKey,
		errors: ['invalid_instance'],
		handler: async (request) => newKeyView(await createApiKey(deps, request.body, actorOf(request))),
	});

	defineRoute({
		method: 'DELETE',
		url: '/admin/v1/keys/:keyId',
		confirmed: true,
		operationId: 'revokeKey',
		summary: 'Revoke an API key; the gateway refuses it at once',
		params: Type.Object({ keyId: IdOf('key', 'The key.') }),
		response: Done,
		errors: ['key_not_found'],
		handler: async (request) => {
			await revokeApiKey(deps, request.params.keyId, actorOf(request));
			return { success: true, message: 'The key is revoked.' };
		},
	});
	return Promise.resolve();
};
