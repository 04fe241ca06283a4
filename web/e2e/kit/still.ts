import type { Page } from 'playwright-core'

/** Waits until nothing is loading, moving or changing in the page, for some frames. */
export const expectStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let isChanged = false
    const observer = new MutationObserver(() => {
      isChanged = true
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    /** Longer animations are countdowns and spinners. */
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1_000
    const isBusy = () =>
      document.querySelector('[aria-busy="true"]') !== null ||
      document.fonts.status === 'loading' ||
      document.getAnimations().some(isMoving)
    for (let still = 0; still < 4; ) {
      isChanged = false
      await frame()
      still = isChanged || isBusy() ? 0 : still + 1
    }
    observer.disconnect()
  })

/** Waits until transitions have ended, because colors are intermediate until then. */
export const expectNotMoving = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1_000
    while (document.getAnimations().some(isMoving))
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
