import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './repository.ts'

const run = promisify(execFile)

/** The schemas of Kubernetes as a package. Installed for this test only: it has 25 MB. */
const validator = 'kubernetes-models@5.1.0'

/** Reads resources as JSON, and prints their problems. */
const program = `
for (const resource of JSON.parse(process.argv[2])) {
  const { [resource.kind]: Model } = await import(\`kubernetes-models/\${resource.apiVersion}/\${resource.kind}\`)
  try {
    new Model(resource).validate()
  } catch (error) {
    console.log(resource.kind, error.message)
  }
}`

it('the Kubernetes manifests match the schemas of Kubernetes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-kubernetes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(folder, 'validate.js'), program)
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, validator], { cwd: folder })
  const yaml = createRequire(import.meta.url)('js-yaml') as { loadAll(text: string): unknown[] }
  const problemsOf = async (text: string) => {
    const { stdout } = await run(process.execPath, ['validate.js', JSON.stringify(yaml.loadAll(text))], {
      cwd: folder,
    })
    return stdout
  }
  const text = readFileSync(join(root, 'deploy/kubernetes/loquat.yaml'), 'utf8')
  expect(await problemsOf(text)).toBe('')
  expect(await problemsOf(text.replace('maxSurge: 1', 'maxSurge: [1]'))).toMatch(/^Deployment .*maxSurge/)
})
