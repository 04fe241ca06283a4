import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/**
 * Runs PostgreSQL's programs as a user other than root, because PostgreSQL refuses root. For an ordinary user, that
 * is the current account. For root, it is the owner of an existing cluster, else `postgres`, else `nobody`, and the
 * group of that account gets access to the data folder. If the account cannot reach the programs or the data (a
 * checkout below a private home folder), the programs keep the one capability that bypasses folder permissions.
 */
export interface Runner {
  /** Name of the operating system account whose connections the cluster accepts besides its own. */
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
  await grantGroupAccess(dirname(clusterDir), cluster)
  const reachable = [program, clusterDir].every((path) => canEnterFolders(path, cluster))
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
          spawn('/usr/bin/setpriv', [...bypassFolderPermissions(cluster), path, ...args], options),
    own: (path) => chown(path, asUid, asGid),
  }
}

/** Gives the account's group, and nobody else, access through the data folder if the account can reach it. */
async function grantGroupAccess(dataDir: string, account: Account): Promise<void> {
  if (!existsSync(dataDir) || !canEnterFolders(dataDir, account)) return
  const { uid } = statSync(dataDir)
  await chown(dataDir, uid, account.gid)
  await chmod(dataDir, 0o710)
}

function bypassFolderPermissions(account: Account): string[] {
  return [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Otherwise access(2), with which PostgreSQL looks for its programs, would ignore the capability.
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

/** Whether the account can enter every folder above a path. */
function canEnterFolders(path: string, account: Account): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const enter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & enter) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
