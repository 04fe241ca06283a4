#!/usr/bin/env node
// Runs Loquat with the pinned Node of its dependencies, whatever version runs this file.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const lib = fileURLToPath(new URL('../lib/', import.meta.url))
const minMajor = 24
const usage = `loquat [start] [--workers N]   start the server; data in ./data, or in LOQUAT_DATA_DIR
loquat admin --help            manage organizations, accounts and keys`

const [command = 'start', ...rest] = process.argv.slice(2)
if (command === 'start' || command.startsWith('--workers')) {
  run('serve.js', command === 'start' ? rest : [command, ...rest])
} else if (command === 'admin') {
  // Imports need little memory, and Node would use more than it needs.
  run('admin.js', rest, ['--max-old-space-size=220'])
} else {
  const isHelp = ['help', '--help', '-h'].includes(command)
  console[isHelp ? 'log' : 'error'](isHelp ? usage : `loquat: there is no command "${command}".\n${usage}`)
  process.exitCode = isHelp ? 0 : 2
}

function run(program, args, nodeOptions = []) {
  const child = spawn(runtime(), [...nodeOptions, join(lib, program), ...args], { stdio: 'inherit' })
  // A terminal sends these to both processes; others send them to this one only. The server ignores a second one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}

function runtime() {
  const { platform, arch, versions, execPath } = process
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  try {
    const manifest = createRequire(import.meta.url).resolve(`${prefix}-${platform}-${arch}/package.json`)
    return join(dirname(manifest), 'bin', 'node')
  } catch {
    if (Number.parseInt(versions.node, 10) >= minMajor) return execPath
    console.error(
      `Loquat needs Node ${minMajor} or newer here: there is no package of Node for ${platform}-${arch}.`,
    )
    process.exit(1)
  }
}
