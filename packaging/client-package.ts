import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import { type Plugin, rolldown } from 'rolldown'
import { wirePlugin } from '../web/build/wire-plugin.ts'
import { manifestOf, root, version } from './repository.ts'

/** Makes the folder of `@loquat/client`: one module for browsers and Node, and the types of client and contract. */
export async function buildClientFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const build = await rolldown({
    cwd: root,
    input: 'client/src/index.ts',
    platform: 'neutral',
    transform: { target: 'es2023' },
    tsconfig: false,
    // As in the web app: the routes of all endpoints are data, without the schemas that they are declared with.
    plugins: [wirePlugin() as unknown as Plugin],
    external: (id) => !/^(\.{0,2}\/|@loquat\/|@oxc-project\/runtime)/.test(id),
  })
  await build.write({ file: join(folder, 'index.js'), format: 'esm', sourcemap: true })
  await build.close()
  await emitTypes(join(folder, 'types'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, 'packaging/files/client.md'), join(folder, 'README.md'))
  const manifest = {
    name: '@loquat/client',
    version,
    description: 'A typed client for Loquat: every endpoint, live events and bots, in browsers and Node.',
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './types/client/src/index.d.ts', default: './index.js' } },
    types: './types/client/src/index.d.ts',
    // The types of requests, replies and events are derived from its schemas.
    dependencies: { zod: manifestOf('contract').dependencies?.zod },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Type declarations of client and contract, which import each other by relative paths. */
async function emitTypes(folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const emit = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    root,
    '--outDir',
    folder,
  ]
  execFileSync(compiler, ['-p', join(root, 'packaging/client.tsconfig.json'), ...emit], { stdio: 'inherit' })
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    const text = await readFile(path, 'utf8')
    const own = text.replace(
      /(\bfrom |\bimport\()(['"])([^'"]+)\2/g,
      (_, start: string, quote: string, name: string) =>
        `${start}${quote}${typesAt(name, dirname(file))}${quote}`,
    )
    await writeFile(path, own)
  }
}

const contractModules: Record<string, string> = {
  '@loquat/contract': 'contract/src/index.js',
  '@loquat/contract/light': 'contract/src/light.js',
  '@loquat/contract/wire': 'contract/src/wire.js',
}

function typesAt(name: string, from: string): string {
  const path = contractModules[name]
  if (path !== undefined) return `./${relative(from, path)}`.replace('./..', '..')
  return name.startsWith('.') ? name.replace(/\.ts$/, '.js') : name
}
