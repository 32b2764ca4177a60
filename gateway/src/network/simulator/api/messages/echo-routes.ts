import { chatIdOf } from '../../../../domain/phone.ts';
import { callerOf } from '../../../../http/server/authentication/caller.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import { currentIdOf } from '../../../../store/chats/person-ids.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { createObtainFile } from '../content/obtain-file.ts';
import { writtenContent } from '../content/written-content.ts';
import { deviceNotConnected, quotedField } from '../receive-message.ts';
import { OF_CONNECTION, OneInstance, ROUTES_OF_INSTANCE, WrittenMessage } from '../schema.ts';
import { EchoBody } from './change-schema.ts';

/** The account's owner writes on the phone (an addition). */
export function simulatedEchoRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store, newId, media } = dependencies;
		const defineRoute = routeDefiner(app, { ...ROUTES_OF_INSTANCE, config: OF_CONNECTION });
		const obtainFile = createObtainFile(dependencies);

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/echoes',
			operationId: 'simulateEcho',
			summary: "Write a message on the phone of an instance, as the account's owner",
			params: OneInstance,
			body: EchoBody,
			status: 201,
			data: WrittenMessage,
			errors: [
				'invalid_phone_number',
				'instance_not_found',
				'instance_disconnected',
				'contact_not_found',
				'group_not_found',
				'message_not_found',
				'invalid_media_url',
				'media_too_large',
				'media_download_failed',
			],
			handler: async (request) => {
				const { to, quotedMessageId, ...written } = request.body;
				const { id } = await instanceOrThrow(store.read, request.params.instanceId);
				const chatId = await currentIdOf(store.read, id, chatIdOf(to));
				const quoted = await quotedField(store.read, { instanceId: id, chatId }, quotedMessageId);
				const { content, file } = await writtenContent(obtainFile(callerOf(request)), id, written);
				const echo = { networkId: `phone:${newId('msg')}`, chatId, ...content, ...quoted };
				const discard = async (): Promise<void> => {
					if (file !== null) await media.folder.discard(file);
				};
				const messageId = await controls.echo(id, echo).catch(async (error: unknown) => {
					await discard();
					throw error;
				});
				if (messageId !== null) return { messageId };
				await discard();
				throw deviceNotConnected();
			},
		});
		return Promise.resolve();
	};
}
