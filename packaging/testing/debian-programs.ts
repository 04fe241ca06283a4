import { execFileSync } from 'node:child_process'

/** The search path for programs of the system, including those for administrators. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Installs programs of Debian that are missing, if this is Debian and we may. Each program with its package. */
export function ensureInstalled(programs: Readonly<Record<string, string>>): void {
  const missing = () => Object.keys(programs).filter((program) => !isInstalled(program))
  const packages = () => missing().map((program) => programs[program] ?? program)
  if (missing().length === 0) return
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages()], {
      stdio: 'ignore',
    })
  }
  if (missing().length > 0)
    throw new Error(`These tests need programs of Debian: apt-get install ${packages().join(' ')}`)
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: systemPath }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
