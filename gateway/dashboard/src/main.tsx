import './styles/layers.css';
import './styles/reset.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/utilities.css';
import './styles/print.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { csrfToken } from './api/sign-in/session.ts';
import { connectAhead } from './live/connection.ts';
import { currentLocation } from './routing/location.ts';
import { loadScreen } from './routing/outlet.tsx';
import { findRoute } from './routing/routes.ts';
import { applyTheme, followTheme } from './shell/theme.ts';

applyTheme();
followTheme();
const page = document.getElementById('page');
if (page !== null) render(<App />, page);

// The code of the screen and the live connection are there soon after the session, and not after each other. The outlet
// says where the code cannot be loaded.
const found = csrfToken() === null ? null : findRoute(currentLocation.value.path);
if (found !== null) {
	loadScreen(found.route).catch(() => undefined);
	connectAhead();
}
