import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/**
 * Runs PostgreSQL's programs as somebody who is not root, because PostgreSQL refuses root.
 *
 * As an ordinary user that is simply us. As root it is the owner of an existing cluster, else `postgres`, else
 * `nobody`, whose group may then pass through the data folder. If that account cannot reach the programs or the data (a
 * checkout below a private home folder), the programs keep the one capability that passes closed folders.
 */
export interface Runner {
  /** Name of the operating-system account whose connections the cluster accepts beside its own. */
  clientAccount: string
  clusterAccount: string
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess
  own(path: string): Promise<void>
}

interface Account {
  name: string
  uid: number
  gid: number
}

export async function runnerFor(clusterDir: string, program: string): Promise<Runner> {
  const self = ownAccount()
  if (self.uid !== 0) {
    return { clientAccount: self.name, clusterAccount: self.name, spawn, own: async () => {} }
  }

  const cluster = chooseAccount(await readAccounts(), clusterDir)
  await letPass(dirname(clusterDir), cluster)
  const reachable = [program, clusterDir].every((path) => mayPass(path, cluster))
  if (!reachable && !existsSync('/usr/bin/setpriv')) {
    throw new Error(
      `PostgreSQL must not run as root, and the account "${cluster.name}" cannot reach ${dirname(clusterDir)} ` +
        `or ${program}. Run Loquat as an ordinary user, or install it where every user may pass.`,
    )
  }
  const { uid: asUid, gid: asGid } = cluster
  return {
    clientAccount: self.name,
    clusterAccount: cluster.name,
    spawn: reachable
      ? (path, args, options) => spawn(path, args, { ...options, uid: asUid, gid: asGid })
      : (path, args, options) =>
          spawn('/usr/bin/setpriv', [...passClosedFolders(cluster), path, ...args], options),
    own: (path) => chown(path, asUid, asGid),
  }
}

/** Lets the account pass through the data folder by its group, where it can come that far, and nobody else. */
async function letPass(dataDir: string, account: Account): Promise<void> {
  if (!existsSync(dataDir) || !mayPass(dataDir, account)) return
  const { uid } = statSync(dataDir)
  await chown(dataDir, uid, account.gid)
  await chmod(dataDir, 0o710)
}

function passClosedFolders(account: Account): string[] {
  return [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Else access(2), by which PostgreSQL looks for its programs, would not count the capability.
    '--securebits=+no_setuid_fixup',
  ]
}

function chooseAccount(accounts: Account[], clusterDir: string): Account {
  const owner = existsSync(clusterDir) ? statSync(clusterDir).uid : 0
  const chosen =
    accounts.find((account) => owner !== 0 && account.uid === owner) ??
    accounts.find((account) => account.name === 'postgres') ??
    accounts.find((account) => account.name === 'nobody')
  if (chosen === undefined)
    throw new Error('There is no account "postgres" or "nobody" to run PostgreSQL as.')
  return chosen
}

function ownAccount(): Account {
  try {
    const { username, uid, gid } = userInfo()
    return { name: username, uid, gid }
  } catch {
    throw new Error(
      'This user ID has no name on this machine, which PostgreSQL needs. ' +
        'Run as a named user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Whether the account may enter every folder above a path. */
function mayPass(path: string, account: Account): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const enter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & enter) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
