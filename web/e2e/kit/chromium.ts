import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** The Chromium of the system. */
export const chromiumPath = (): string | undefined => places.find((path) => existsSync(path))
