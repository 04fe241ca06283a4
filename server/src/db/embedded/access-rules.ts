import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { user } from './create-cluster.ts'

/**
 * Accepts connections of some operating system accounts only. Files are replaced as a whole and only if they differ, because
 * PostgreSQL may be reading them: supervisor and worker both prepare it at their start.
 */
export async function writeAccessRules(cluster: string, accounts: ReadonlySet<string>): Promise<void> {
  await replaceFile(join(cluster, 'pg_hba.conf'), 'local all all peer map=loquat\n')
  const names = [...accounts].map((account) => `loquat "${account}" ${user}\n`)
  await replaceFile(join(cluster, 'pg_ident.conf'), names.join(''))
}

async function replaceFile(path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, path)
}
