import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApi } from '@loquat/client'
import { dataFolder } from '@loquat/devkit/data-folder'
import { ownerCredentials } from '@loquat/devkit/server-process'
import { type BundleManifest, bundledProgram, manifestName } from '@loquat/server/bin/bundled.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundleSources } from './bundle-sources.ts'
import { root } from './repository.ts'

/** A folder for bundles, from which modules find the dependencies. */
async function bundlesFolder(): Promise<string> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bundles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

describe('A bundle of the sources', () => {
  it('serves and manages an organization, until a source changes', { timeout: 180_000 }, async () => {
    const bundles = await bundlesFolder()
    await bundleSources(bundles)
    const program = (name: 'serve' | 'admin') => fileURLToPath(bundledProgram(name, bundles) ?? '')

    const { start, dataDir } = await dataFolder()
    const { url } = await start({ program: program('serve') })
    const { email, password } = ownerCredentials
    const { api_key: apiKey } = await createApi({ url }).fetchApiKey({ username: email, password })
    const api = createApi({ url, credentials: { email, apiKey } })
    const content = 'Made of **one** file.'
    const { id } = await api.sendMessage({ type: 'channel', to: 'general', topic: 'bundles', content })
    expect((await api.getMessage({ message_id: id })).message.content).toContain('<strong>one</strong>')

    const args = [program('admin'), 'user', 'key', '--email', email, '--json']
    const output = execFileSync(process.execPath, args, {
      env: { LOQUAT_DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toMatchObject({ api_key: apiKey })

    const file = join(bundles, manifestName)
    const manifest: BundleManifest = JSON.parse(await readFile(file, 'utf8'))
    const [size, mtimeMs] = manifest.files['server/src/create-app.ts']!
    manifest.files['server/src/create-app.ts'] = [size, mtimeMs - 1]
    await writeFile(file, JSON.stringify(manifest))
    expect(bundledProgram('serve', bundles)).toBeUndefined()
  })
})
