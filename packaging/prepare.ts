import { bundlesFolder } from '@loquat/server/bin/bundled.js'
import { bundleSources } from './bundle-sources.ts'

/** npm runs this after `npm install` in a clone. Nothing depends on it: without a bundle, for example in a read-only clone, programs start from their sources. */
try {
  await bundleSources(bundlesFolder)
} catch (error) {
  console.error(`The server could not be bundled, so it starts from its sources: ${(error as Error).message}`)
}
