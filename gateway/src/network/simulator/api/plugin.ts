import type { Routes } from '../../../http/server/dependencies.ts';
import { namedRoutes } from '../../../http/server/named-routes.ts';
import type { SimulatorControls } from '../simulator.ts';
import { simulatedChatRoutes } from './chats/routes.ts';
import { simulatedDeviceRoutes } from './devices/routes.ts';
import { simulatedHistoryRoutes } from './messages/history-routes.ts';
import { simulatedMessageRoutes } from './messages/routes.ts';
import { simulatedPeopleRoutes } from './people/routes.ts';
import { simulatedPhoneChatRoutes } from './phones/chat-routes.ts';
import { simulatedPhoneRoutes } from './phones/routes.ts';

/** All of /simulator/v1, registered only while the simulator is the network (an addition). */
export function simulatorApi(controls: SimulatorControls): Routes {
	return async (app, dependencies) => {
		await app.register(namedRoutes(simulatedDeviceRoutes(controls), 'simulatedDeviceRoutes'), dependencies);
		await app.register(namedRoutes(simulatedMessageRoutes(controls), 'simulatedMessageRoutes'), dependencies);
		await app.register(namedRoutes(simulatedPeopleRoutes(controls), 'simulatedPeopleRoutes'), dependencies);
		await app.register(namedRoutes(simulatedHistoryRoutes(controls), 'simulatedHistoryRoutes'), dependencies);
		await app.register(namedRoutes(simulatedPhoneRoutes(controls), 'simulatedPhoneRoutes'), dependencies);
		await app.register(
			namedRoutes(simulatedPhoneChatRoutes(controls), 'simulatedPhoneChatRoutes'),
			dependencies,
		);
		await app.register(namedRoutes(simulatedChatRoutes(controls), 'simulatedChatRoutes'), dependencies);
	};
}
