// The theme with the fonts of the reader's system: the other one loads a megabyte of them.
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default { extends: DefaultTheme } satisfies Theme;
