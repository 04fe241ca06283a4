import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/**
 * `npm run check`: formatting, lint rules and types. The commands run at the same time, because each of them leaves cores idle. One
 * checker per compiler: several of them resolve the same types again, which takes almost twice the CPU time.
 */
const commands = [
  ['biome', 'check', '.'],
  ['tsc', '--noEmit', '--checkers', '1'],
  ['tsc', '--noEmit', '--checkers', '1', '-p', 'web'],
] as const

/** Runs a command of `node_modules/.bin`, and prints its output in one piece. Returns whether it succeeded. */
async function succeeds([program, ...args]: (typeof commands)[number]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, ...output] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  process.stdout.write(`> ${[program, ...args].join(' ')}\n${output.join('')}`)
  return code === 0
}

const results = await Promise.all(commands.map(succeeds))
if (results.includes(false)) process.exitCode = 1
