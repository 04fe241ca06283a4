import type { ImportSource, RealmImport } from '@loquat/contract'
import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { changeResource, invalidate, useResource } from '../session/resource.ts'
import { forgetArchive, sendArchive } from '../uploads/archive-upload.ts'

const importKey = 'import'
const pollIntervalMs = 2_000

interface ImportValue {
  realm_import: RealmImport | null
  max_import_mib: number
}

/** The import of the organization, kept current while it runs. */
export function useImport() {
  const resource = useResource(importKey, async (signal): Promise<ImportValue> => {
    const { realm_import: found, max_import_mib } = await api.getImport({}, { signal })
    return { realm_import: found, max_import_mib }
  })
  const { value, isLoading, reload } = resource
  const isChanging = isUnsettled(value?.realm_import?.state)
  useEffect(() => {
    if (!isChanging || isLoading) return
    const timer = setTimeout(reload, pollIntervalMs)
    return () => clearTimeout(timer)
  }, [isChanging, isLoading, reload])
  return resource
}

const isUnsettled = (state: RealmImport['state'] | undefined) =>
  state === 'waiting' || state === 'running' || state === 'canceling'

const setImport = (found: RealmImport | null) =>
  changeResource<ImportValue>(importKey, (value) => ({ ...value, realm_import: found }))

/** Creates an import and uploads its archive. */
export async function createImport(source: ImportSource, file: File): Promise<Problem | undefined> {
  return await attempt(async () => {
    const about = { source, file_name: file.name.slice(-255), size: file.size }
    const { realm_import: created } = await api.createImport(about)
    setImport(created)
    uploadArchive(created, file)
  })
}

/** Uploads the archive of an import, from where an earlier upload ended. */
export const uploadArchive = ({ id, upload_url }: RealmImport, file: File): void =>
  sendArchive({ id, url: upload_url, file, onDone: () => invalidate(importKey) })

type StartInput = Omit<Parameters<typeof api.startImport>[0], 'import_id'>

export async function startImport(id: string, input: StartInput): Promise<Problem | undefined> {
  return await attempt(async () => {
    const { realm_import: started } = await api.startImport({ import_id: id, ...input })
    setImport(started)
  })
}

/** Cancels an import, or removes its report. */
export async function deleteImport(id: string): Promise<Problem | undefined> {
  forgetArchive()
  const problem = await attempt(() => api.deleteImport({ import_id: id }))
  invalidate(importKey)
  return problem
}
