/** Counts the frames that a page renders from now on; `window.framesASecond()` returns their rate. Runs in the page, untyped. */
export const COUNT_FRAMES = `(() => {
  const begun = performance.now();
  let frames = 0;
  const count = () => { frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  window.framesASecond = () => (frames * 1000) / (performance.now() - begun);
})()`;
