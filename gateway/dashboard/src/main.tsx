import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/pieces.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const page = document.getElementById('page');
if (page !== null) render(<App />, page);
