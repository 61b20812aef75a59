import './styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startLanguage } from './i18n/index.ts';
import { standInForClipboard } from './lib/copy-text.ts';
import { followSeenHeight } from './lib/seen-height.ts';
import { Guard } from './ui/guard.tsx';

startLanguage();
followSeenHeight();
standInForClipboard();
const place = document.querySelector('#app');
if (!place) throw new Error('the page has no place for itself');
createRoot(place).render(
  <Guard>
    <App />
  </Guard>,
);
