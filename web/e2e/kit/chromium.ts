import { existsSync } from 'node:fs'

const shellPaths = ['/usr/bin/chromium-headless-shell']
const wholePaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Path of an installed Chromium. Its headless shell needs little more than half of the CPU time, but shows no notifications. */
export function chromiumPath({ showsNotifications = false } = {}): string | undefined {
  const paths = showsNotifications ? [...wholePaths, ...shellPaths] : [...shellPaths, ...wholePaths]
  return paths.find((path) => existsSync(path))
}

/** Features that Playwright disables. Chromium uses only the last `--disable-features`, so ours has to repeat them. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Suggestions below the address bar: two hidden pages per window, which use more CPU time than the app itself. */
const omniboxPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--enable-precise-memory-info',
  // A camera with a moving picture and a microphone that beeps, which every page may use. Calls connect within this machine.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  `--disable-features=${[...disabledByPlaywright, ...omniboxPopups].join()}`,
]
