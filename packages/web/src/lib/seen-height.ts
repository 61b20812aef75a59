/**
 * Some browsers lay a keyboard over the page instead of making it smaller: then the page is made as high as what can be
 * seen of it, so that the field stays above the keyboard. A page that was zoomed stays as it is.
 */
export function followSeenHeight(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const follow = () => {
    const isCovered = seen.scale === 1 && seen.height < innerHeight - 1;
    if (isCovered) document.documentElement.style.setProperty('--seen', `${seen.height}px`);
    else document.documentElement.style.removeProperty('--seen');
    if (isCovered) scrollTo(0, 0);
  };
  seen.addEventListener('resize', follow);
}
