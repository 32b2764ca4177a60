import type { Routes } from '../../../http/server/dependencies.ts';
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
		await app.register(simulatedDeviceRoutes(controls), dependencies);
		await app.register(simulatedMessageRoutes(controls), dependencies);
		await app.register(simulatedPeopleRoutes(controls), dependencies);
		await app.register(simulatedHistoryRoutes(controls), dependencies);
		await app.register(simulatedPhoneRoutes(controls), dependencies);
		await app.register(simulatedPhoneChatRoutes(controls), dependencies);
		await app.register(simulatedChatRoutes(controls), dependencies);
	};
}
