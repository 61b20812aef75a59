(() => {
  const chosen = localStorage.getItem('polywire.theme');
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : isDark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
