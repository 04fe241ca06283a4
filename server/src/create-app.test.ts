import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createWorld, testConfig } from '@loquat/devkit'
import { expect, test } from 'vitest'
import { createApp } from './create-app.ts'
import { createLogger } from './platform/logger.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('a closed app leaves nothing in memory', async () => {
  const world = await createWorld()
  // In a function of its own, whose variables are gone when it returns.
  const openAndClose = async () => {
    const app = await createApp(testConfig(), world.database, { logger: createLogger('silent') })
    await app.realms.byHost('')
    await app.close()
    return new WeakRef(app)
  }
  const closed = await openAndClose()
  await expect
    .poll(() => {
      collectGarbage()
      return closed.deref() === undefined
    })
    .toBe(true)
})
