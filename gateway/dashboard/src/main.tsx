import './styles/layers.css';
import './styles/reset.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/utilities.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const page = document.getElementById('page');
if (page !== null) render(<App />, page);
