import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'
import { useOrg } from '../session/session.ts'

/** Imported users who have not logged in yet. Only administrators see them. */
export function useImportedPeople(): ReadonlySet<number> {
  const isAdmin = useOrg((org) => org.is_admin === true)
  const { value = nobody } = useResource('imported-people', async (signal) =>
    isAdmin ? new Set((await api.getImportedUsers({}, { signal })).never_logged_in) : nobody,
  )
  return value
}

const nobody: ReadonlySet<number> = new Set()
