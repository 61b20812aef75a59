(() => {
  let chosen;
  try {
    chosen = localStorage.getItem('polywire.theme');
  } catch (error) {
    console.debug('nothing is kept in this browser', error);
  }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : isDark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
