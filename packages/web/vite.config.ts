import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      { find: 'rehype-raw', replacement: here('./src/features/markdown/raw-as-text.ts') },
      { find: 'tailwind-merge', replacement: here('./src/features/markdown/join-classes.ts') },
      { find: /^katex$/, replacement: here('./src/features/markdown/formula.ts') },
    ],
  },
  build: {
    target: 'es2022',
    // Small files as data: addresses would be refused by the page's content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      treeshake: {
        // The protocol is pure: what the page does not name need not be loaded with it.
        moduleSideEffects: (id) => !/packages\/(protocol|client)\/src\//.test(id),
      },
    },
  },
});
