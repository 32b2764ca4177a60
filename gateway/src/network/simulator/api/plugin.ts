import type { Routes } from '../../../http/server/dependencies.ts';
import { namedRoutes } from '../../../http/server/named-routes.ts';
import type { SimulatorControls } from '../simulator.ts';
import { simulatedAccountRoutes } from './account/routes.ts';
import { simulatedChatRoutes } from './chats/routes.ts';
import { simulatedClockRoutes } from './clock/routes.ts';
import { simulatedDeviceRoutes } from './devices/routes.ts';
import { simulatedFaultRoutes } from './faults/routes.ts';
import { simulatedGroupRoutes } from './groups/routes.ts';
import { simulatedChangeRoutes } from './messages/change-routes.ts';
import { simulatedEchoRoutes } from './messages/echo-routes.ts';
import { simulatedHistoryRoutes } from './messages/history-routes.ts';
import { simulatedMessageRoutes } from './messages/routes.ts';
import { simulatedPeopleRoutes } from './people/routes.ts';
import { simulatedPhoneChangeRoutes } from './phones/change-routes.ts';
import { simulatedPhoneChatRoutes } from './phones/chat-routes.ts';
import { simulatedPhoneRoutes } from './phones/routes.ts';

/** In the order of the OpenAPI document. */
const ROUTES = {
	simulatedDeviceRoutes,
	simulatedMessageRoutes,
	simulatedChangeRoutes,
	simulatedEchoRoutes,
	simulatedPeopleRoutes,
	simulatedGroupRoutes,
	simulatedAccountRoutes,
	simulatedHistoryRoutes,
	simulatedFaultRoutes,
	simulatedPhoneRoutes,
	simulatedPhoneChatRoutes,
	simulatedPhoneChangeRoutes,
	simulatedChatRoutes,
	simulatedClockRoutes: () => simulatedClockRoutes,
};

/** All of /simulator/v1, registered only while the simulator is the network (an addition). */
export function simulatorApi(controls: SimulatorControls): Routes {
	return async (app, dependencies) => {
		for (const [name, routes] of Object.entries(ROUTES)) {
			await app.register(namedRoutes(routes(controls), name), dependencies);
		}
	};
}
